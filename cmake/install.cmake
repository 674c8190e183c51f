# find_package(tactus) for other projects.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tactus)
foreach(set tactus-targets tactus-importers-targets)
  install(EXPORT ${set} NAMESPACE tactus:: DESTINATION ${package_dir})
endforeach()
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

# The same for other build systems: flags and libraries for pkg-config.
get_property(libraries GLOBAL PROPERTY TACTUS_LAYERS)
list(FILTER libraries EXCLUDE REGEX "^apps")
list(TRANSFORM libraries REPLACE "=.*" "")
list(TRANSFORM libraries REPLACE "/" "_")
list(TRANSFORM libraries PREPEND "-ltactus_")
list(REVERSE libraries)  # who uses others comes before them
# Not as what tactus.pc requires: those packages ask for older standards of C++.
list(APPEND libraries -lcholmod -lqhull_r -lassimp -lpng -lz -ltinyxml2 -ldl)
set(flags -DEIGEN_MAX_ALIGN_BYTES=${alignment} -DTACTUS_MAX_ALIGN_BYTES=${alignment})
if(march)
  list(APPEND flags -march=${march})
endif()
if(TACTUS_HAS_CUDA)
  list(APPEND libraries -ltactus_cuda)
endif()
if(TACTUS_HAS_OPENMP)
  list(APPEND libraries ${OpenMP_CXX_FLAGS})
endif()
if(TACTUS_HAS_CVODE)
  list(APPEND libraries -lsundials_cvode -lsundials_nvecserial
    -lsundials_sunlinsoldense -lsundials_sunmatrixdense)
endif()
file(RELATIVE_PATH TACTUS_PKG_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
list(JOIN libraries " " TACTUS_PKG_LIBS)
list(JOIN flags " " TACTUS_PKG_CFLAGS)
configure_file(${PROJECT_SOURCE_DIR}/cmake/tactus.pc.in
  ${PROJECT_BINARY_DIR}/tactus.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tactus.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

# What is installed of the headers, for the API reference and the check of layers.
get_property(headers GLOBAL PROPERTY TACTUS_PUBLIC_HEADERS)
list(JOIN headers "\n" lines)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/public_headers.txt CONTENT "${lines}\n" @ONLY)
