# CVODE of SUNDIALS, an outside reference among the integrators. Without it, or
# switched off, that integrator says that it is missing.
option(TACTUS_CVODE "Build the integrator cvode where SUNDIALS is found" ON)
set(TACTUS_HAS_CVODE OFF)
if(TACTUS_CVODE)
  find_package(SUNDIALS 6 QUIET COMPONENTS
    cvode nvecserial sunlinsoldense sunmatrixdense)
  set(TACTUS_HAS_CVODE ${SUNDIALS_FOUND})
endif()
message(STATUS "CVODE: ${TACTUS_HAS_CVODE}")

# add_cvode(<target> <source>): for the target's one source that calls it.
function(add_cvode target source)
  if(NOT TACTUS_HAS_CVODE)
    return()
  endif()
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS TACTUS_HAS_CVODE)
  target_link_libraries(${target} PRIVATE $<LINK_ONLY:SUNDIALS::cvode>
    $<LINK_ONLY:SUNDIALS::nvecserial> $<LINK_ONLY:SUNDIALS::sunlinsoldense>
    $<LINK_ONLY:SUNDIALS::sunmatrixdense>)
endfunction()
