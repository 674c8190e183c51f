# The reader of SDFormat is a module, tactus-sdf.so: multibody/importers/sdf/scene_module.h
# says why. Programs find it by their run path, in the build and where they are
# installed.
set(sdf_module_folder ${CMAKE_INSTALL_LIBDIR}/tactus)
set(CMAKE_BUILD_RPATH ${PROJECT_BINARY_DIR}/${sdf_module_folder})
set(CMAKE_INSTALL_RPATH "\$ORIGIN/../${sdf_module_folder}")

# add_sdf_module(<target>): takes what sees libsdformat out of the target, a
# library, and makes the module of it.
function(add_sdf_module target)
  get_target_property(all ${target} SOURCES)
  set(own ${all})
  list(FILTER own INCLUDE REGEX
    "/sdf/(module_entry|read_scene|included_files|merged_poses|descriptions|silence)\\.cpp$")
  list(REMOVE_ITEM all ${own})
  set_property(TARGET ${target} PROPERTY SOURCES ${all})
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  target_link_options(${target} INTERFACE
    "$<INSTALL_INTERFACE:LINKER:-rpath,$<INSTALL_PREFIX>/${sdf_module_folder}>")

  add_library(tactus_sdf MODULE ${own})
  target_link_libraries(tactus_sdf PRIVATE ${target} sdformat12::sdformat12)
  # The module has its own copy of what it calls of Tactus, and shows nothing of
  # it.
  target_link_options(tactus_sdf PRIVATE
    LINKER:--as-needed LINKER:--exclude-libs,ALL)
  set_target_properties(tactus_sdf PROPERTIES
    PREFIX "" OUTPUT_NAME tactus-sdf CXX_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${sdf_module_folder})
  install(TARGETS tactus_sdf LIBRARY DESTINATION ${sdf_module_folder})
endfunction()
