# find_package(tactus) for other projects.
include(CMakePackageConfigHelpers)
install(EXPORT tactus-targets NAMESPACE tactus:: DESTINATION lib/cmake/tactus)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/tactus-config.cmake.in
  ${PROJECT_BINARY_DIR}/tactus-config.cmake
  INSTALL_DESTINATION lib/cmake/tactus)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tactus-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/tactus-config.cmake
  ${PROJECT_BINARY_DIR}/tactus-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/FindCHOLMOD.cmake
  DESTINATION lib/cmake/tactus)
