# cmake -D NODE=... -D NPM=... -D SOURCE_DIR=... -D WORK_DIR=... -D OUTPUT=...
#   -P build.cmake
#
# Bundles the viewer page into OUTPUT. Where that is impossible the build goes on
# without it: the program then refuses --html.
include(${CMAKE_CURRENT_LIST_DIR}/npm.cmake)

file(GLOB sources ${SOURCE_DIR}/*)
file(COPY ${sources} DESTINATION ${WORK_DIR} PATTERN node_modules EXCLUDE)
install_modules(have_modules)
if(NOT have_modules)
  message(WARNING "built without the viewer page: tactus will refuse --html")
  return()
endif()
execute_process(COMMAND ${NODE} build.mjs ${OUTPUT}
  WORKING_DIRECTORY ${WORK_DIR} COMMAND_ERROR_IS_FATAL ANY)
