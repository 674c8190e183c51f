# cmake -D BUILD_DIR=... -D WORK_DIR=... -D GENERATOR=... -D COMPILER=... -P <this file>
#
# Installs the libraries into a fresh place, and configures, builds and runs the
# consumer project beside this file against that, with each installed header compiled
# alone; once more where no importers can be had, once by pkg-config, and not at all
# without the libraries' flags. A project that takes the sources in gets libraries,
# no tests.
file(REMOVE_RECURSE ${WORK_DIR})
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY
    WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
endfunction()

function(configure build)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK_DIR}/${build}
    -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix ${ARGN})
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
configure(build)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build --parallel 2)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build
  --target installed_headers --parallel 2)
run(${WORK_DIR}/build/consumer)
run(${WORK_DIR}/build/reads_sdf)
run(${WORK_DIR}/build/record_a_run ${WORK_DIR})
run(${WORK_DIR}/build/cart_pole)
run(${WORK_DIR}/build/magnet)
run(${WORK_DIR}/build/pick_a_box)
run(${WORK_DIR}/build/two_arms)
if(EXISTS ${WORK_DIR}/prefix/bin/tactus)
  # It starts without FCL, and without libsdformat, which it loads when it reads
  # such a file.
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${WORK_DIR}/prefix/bin/tactus
    RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing)
  foreach(library sdformat fcl)
    if(libraries MATCHES "lib${library}")
      message(FATAL_ERROR "tactus loads lib${library} at its start")
    endif()
  endforeach()
  run(${WORK_DIR}/prefix/bin/tactus check box.sdf)
endif()

configure(without_importers -D CMAKE_DISABLE_FIND_PACKAGE_tinyxml2=ON)

# Sources taken in, as FetchContent does.
configure(sources -D TACTUS_SOURCES=ON)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR}/sources --target help
  OUTPUT_VARIABLE targets COMMAND_ERROR_IS_FATAL ANY)
if(NOT targets MATCHES "tactus_integrators" OR targets MATCHES "tactus_apps|_tests")
  message(FATAL_ERROR "sources taken in have other targets than libraries")
endif()

find_program(PKG_CONFIG pkg-config)
if(NOT PKG_CONFIG)
  message(STATUS "pkg-config not found: tactus.pc is not tested")
  return()
endif()
file(GLOB_RECURSE file ${WORK_DIR}/prefix/tactus.pc)
cmake_path(GET file PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs tactus
  OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND ${flags})
run(${COMPILER} main.cpp -o ${WORK_DIR}/by_pkg_config ${flags})
run(${WORK_DIR}/by_pkg_config)

list(FILTER flags EXCLUDE REGEX "^-D")
execute_process(
  COMMAND ${COMPILER} main.cpp -fsyntax-only ${flags}
  WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
  ERROR_VARIABLE errors RESULT_VARIABLE failed)
if(NOT failed OR NOT errors MATCHES "with the flags of tactus::tactus")
  message(FATAL_ERROR "compiles without the libraries' flags")
endif()
