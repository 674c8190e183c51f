# find_package(tactus) for other projects.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tactus)
install(EXPORT tactus-targets NAMESPACE tactus:: DESTINATION ${package_dir})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/tactus-config.cmake.in
  ${PROJECT_BINARY_DIR}/tactus-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/tactus-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/tactus-config.cmake
  ${PROJECT_BINARY_DIR}/tactus-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindCHOLMOD.cmake
  DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
