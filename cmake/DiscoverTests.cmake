# SPDX-License-Identifier: MIT
# Run after a test executable is linked: write a ctest file that names each of its tests.
#   EXECUTABLE  the test executable
#   NAME        prefix of the test names, its first part becomes the label
#   LISTING     file to write

execute_process(COMMAND "${EXECUTABLE}" --list OUTPUT_VARIABLE names RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${EXECUTABLE} --list failed: ${result}")
endif()
string(REPLACE "\n" ";" names "${names}")
string(REGEX REPLACE "\\..*" "" label "${NAME}")

set(text "")
foreach(name IN LISTS names)
  if(name)
    string(APPEND text "add_test(${NAME}.${name} \"${EXECUTABLE}\" \"=${name}\")\n"
      "set_tests_properties(${NAME}.${name} PROPERTIES LABELS ${label} TIMEOUT 900)\n")
  endif()
endforeach()
file(WRITE "${LISTING}" "${text}")
