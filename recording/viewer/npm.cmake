# install_modules(<result>): the npm packages that WORK_DIR's package-lock.json
# pins, into WORK_DIR/node_modules, unless they are there. Sets <result> to true
# when all is well, and warns otherwise (no network, say).
function(install_modules result)
  set(lock ${WORK_DIR}/package-lock.json)
  set(stamp ${WORK_DIR}/node_modules/.tactus-lock)
  set(${result} TRUE PARENT_SCOPE)
  if(EXISTS ${stamp})
    file(SHA256 ${lock} wanted)
    file(SHA256 ${stamp} installed)
    if(wanted STREQUAL installed)
      return()
    endif()
  endif()
  execute_process(
    COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY ${WORK_DIR}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE message)
  if(NOT status EQUAL 0)
    message(WARNING "npm ci failed in ${WORK_DIR}:\n${message}")
    set(${result} FALSE PARENT_SCOPE)
    return()
  endif()
  configure_file(${lock} ${stamp} COPYONLY)
endfunction()
