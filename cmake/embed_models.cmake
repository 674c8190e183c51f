# embed_models(<target> <folder>): makes the MJCF files in the folder part of the
# target, as the function ModelFiles() of examples/models/models.h, and installs
# them. Run as a script, this file writes that function:
#
#   cmake -D FOLDER=... -D OUTPUT=... -P embed_models.cmake
if(CMAKE_SCRIPT_MODE_FILE)
  file(GLOB files ${FOLDER}/*.xml)
  list(SORT files)
  set(entries "")
  foreach(file IN LISTS files)
    cmake_path(GET file FILENAME name)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"model(${text})model\"},\n")
  endforeach()
  file(WRITE ${OUTPUT}
    "#include \"tactus/examples/models/models.h\"\n\n"
    "namespace tactus::examples {\n\n"
    "std::span<const ModelFile> ModelFiles() {\n"
    "  static constexpr ModelFile kFiles[] = {\n${entries}  };\n"
    "  return kFiles;\n}\n\n}  // namespace tactus::examples\n")
  return()
endif()

function(embed_models target folder)
  set(folder ${PROJECT_SOURCE_DIR}/${folder})
  set(output ${PROJECT_BINARY_DIR}/${target}_models.cpp)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*.xml)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D FOLDER=${folder} -D OUTPUT=${output}
      -P ${PROJECT_SOURCE_DIR}/cmake/embed_models.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_models.cmake
    COMMENT "Embedding ${folder}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
  install(FILES ${files} DESTINATION share/tactus/models)
endfunction()
