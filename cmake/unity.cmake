# Sources of a library are compiled several at a time: most of what a compiler does for
# one, reading headers and instantiating their templates, it does for its neighbours too.
# What it inlines across sources it rounds alike, since no product is contracted with a
# sum (options.cmake): the grouping changes no result.
#
# compile_together(<target>): up to TACTUS_UNITY sources become one. What they have in
# unnamed namespaces must have names that differ, which the compiler tells. Who edits one
# source waits for its neighbours; the preset debug compiles each alone.
set(TACTUS_UNITY 1 CACHE STRING "Sources compiled at a time; 1: each alone")

function(compile_together target)
  if(TACTUS_UNITY GREATER 1)
    set_target_properties(${target} PROPERTIES
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TACTUS_UNITY})
  endif()
endfunction()
