# SPDX-License-Identifier: MIT
# sut_target(NAME): what every target of this project is compiled with.

include_guard()

# Same input, same bits: gcc would otherwise join a*b + c into one rounding where the machine can.
# With -march=native it does so even then, where it makes vectors of sums and differences in turn:
# no instruction may be there that can. The public headers hold no arithmetic, so users of the
# library need no such flag.
set(SUT_FLAGS_BITS -ffp-contract=off)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86)$")
  list(APPEND SUT_FLAGS_BITS -mno-fma -mno-avx512f)
endif()

set(SUT_FLAGS_WARN -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
  -Wdouble-promotion -Wundef -Wcast-qual -Wcast-align -Wpointer-arith -Wwrite-strings -Wvla
  -Wformat=2 -Wmissing-declarations)
set(SUT_FLAGS_WARN_C -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition)
set(SUT_FLAGS_WARN_GNU -Wduplicated-cond -Wduplicated-branches -Wlogical-op)

function(sut_target name)
  set_target_properties(${name} PROPERTIES
    C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_compile_options(${name} PRIVATE ${SUT_FLAGS_BITS} ${SUT_FLAGS_WARN}
    "$<$<COMPILE_LANGUAGE:C>:${SUT_FLAGS_WARN_C}>"
    "$<$<C_COMPILER_ID:GNU>:${SUT_FLAGS_WARN_GNU}>"
    $<$<BOOL:${SUT_WERROR}>:-Werror>)
  # plain C17 hides the monotonic clock and other parts of POSIX that C lacks
  target_compile_definitions(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:_POSIX_C_SOURCE=200809L>)
  # SUT_ASSERT is active in debug builds and where the option asks for it
  target_compile_definitions(${name} PRIVATE
    $<$<OR:$<CONFIG:Debug>,$<BOOL:${SUT_ASSERT}>>:SUT_ASSERTS>)
  get_target_property(type ${name} TYPE)
  if(type STREQUAL "SHARED_LIBRARY" AND NOT SUT_SANITIZE)
    # a missing symbol shows here and not at the user's
    target_link_options(${name} PRIVATE LINKER:-z,defs)
  endif()
  if(SUT_SANITIZE)
    target_compile_options(${name} PRIVATE -fsanitize=${SUT_SANITIZE} -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
    target_compile_definitions(${name} PRIVATE SUT_SANITIZED)
    target_link_options(${name} PRIVATE -fsanitize=${SUT_SANITIZE})
  endif()
endfunction()
