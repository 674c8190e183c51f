# Target reference: HTML of the public headers, of docs/ and of the manual, in
# reference/html of the build folder, by Doxygen; installed where it has been made.
# Without Doxygen there is no such target.
find_package(Doxygen 1.9 QUIET)
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT DOXYGEN_FOUND OR NOT Python3_FOUND)
  message(STATUS "no Doxygen or no Python: no API reference")
  return()
endif()
set(make_reference Python3::Interpreter ${PROJECT_SOURCE_DIR}/cmake/make_reference.py
  ${PROJECT_SOURCE_DIR})
set(reference_arguments $<TARGET_FILE:Doxygen::doxygen> ${PROJECT_VERSION}
  ${PROJECT_BINARY_DIR}/public_headers.txt)
add_custom_target(reference VERBATIM
  COMMAND ${make_reference} ${PROJECT_BINARY_DIR}/reference ${reference_arguments})
install(DIRECTORY ${PROJECT_BINARY_DIR}/reference/html
  DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
