# SPDX-License-Identifier: MIT
# Install rules: libraries, headers, the command, a CMake package and pkg-config files. Nothing that
# is installed names a folder of the machine that built it, so the prefix can be moved.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sutura")

# sut_install_libraries(EXPORT-SET TARGETS...): those that exist
function(sut_install_libraries export_set)
  foreach(library IN LISTS ARGN)
    if(TARGET ${library})
      install(TARGETS ${library} EXPORT ${export_set}
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    endif()
  endforeach()
  install(EXPORT ${export_set} NAMESPACE sutura:: DESTINATION "${package_dir}")
endfunction()

# sut_install_pc(NAME): NAME.pc.in, with the prefix found from where the file lies
function(sut_install_pc name)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}"
    OUTPUT_VARIABLE libdir)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}"
    OUTPUT_VARIABLE includedir)
  set(pc_dir "${CMAKE_INSTALL_PREFIX}/${libdir}/pkgconfig")
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${pc_dir}" OUTPUT_VARIABLE up)
  string(REGEX REPLACE "/$" "" up "${up}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc"
    @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

set_target_properties(sutura_static PROPERTIES EXPORT_NAME sutura_static)
sut_install_libraries(suturaTargets sutura sutura_static)
sut_install_pc(sutura)
set(headers base.h certificate.h defs.h hole.h knot.h needle.h query.h state.h sutura.h tissue.h tool.h types.h world.h)

if(TARGET sutura_mesh)
  set_target_properties(sutura_mesh PROPERTIES EXPORT_NAME mesh)
  set_target_properties(sutura_mesh_static PROPERTIES EXPORT_NAME mesh_static)
  sut_install_libraries(suturaMeshTargets sutura_mesh sutura_mesh_static)
  sut_install_pc(sutura_mesh)
  list(APPEND headers mesh.h)
endif()

if(TARGET sutura_scene)
  set_target_properties(sutura_scene PROPERTIES EXPORT_NAME scene)
  if(TARGET sutura_scene_static)
    set_target_properties(sutura_scene_static PROPERTIES EXPORT_NAME scene_static)
  endif()
  # the engine lies beside it, wherever that is
  set_target_properties(sutura_scene PROPERTIES INSTALL_RPATH "$ORIGIN")
  sut_install_libraries(suturaSceneTargets sutura_scene sutura_scene_static)
  sut_install_pc(sutura_scene)
  list(APPEND headers scene.h)
endif()

if(TARGET sutura_haptic)
  set_target_properties(sutura_haptic PROPERTIES EXPORT_NAME haptic INSTALL_RPATH "$ORIGIN")
  set_target_properties(sutura_haptic_static PROPERTIES EXPORT_NAME haptic_static)
  sut_install_libraries(suturaHapticTargets sutura_haptic sutura_haptic_static)
  sut_install_pc(sutura_haptic)
  list(APPEND headers haptic.h)
endif()

list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/include/sutura/")
install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sutura")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET sutura_trainer)
  # tasks name scenes by relative paths: the folders lie to each other as they do here
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/scenes" DESTINATION "${CMAKE_INSTALL_DATADIR}/sutura")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/trainer/tasks" DESTINATION "${CMAKE_INSTALL_DATADIR}/sutura/trainer")
  # the page, where it has been built
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/trainer/page/dist/"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/sutura/trainer/page" OPTIONAL)
endif()
if(TARGET sutura_cli)
  set_target_properties(sutura_cli PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  install(TARGETS sutura_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/suturaConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/suturaConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  NO_SET_AND_CHECK_MACRO)
# before 1.0 a minor version may change the interface
write_basic_package_version_file("${PROJECT_BINARY_DIR}/suturaConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/suturaConfig.cmake"
  "${PROJECT_BINARY_DIR}/suturaConfigVersion.cmake" DESTINATION "${package_dir}")
