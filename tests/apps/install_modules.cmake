# cmake -D NPM=... -D SOURCE_DIR=... -D WORK_DIR=... -D STAMP=... -P <this file>
include(${CMAKE_CURRENT_LIST_DIR}/../../recording/viewer/npm.cmake)
file(COPY ${SOURCE_DIR}/package.json ${SOURCE_DIR}/package-lock.json
  DESTINATION ${WORK_DIR})
install_modules(have_modules)
if(have_modules)
  file(TOUCH ${STAMP})
endif()
