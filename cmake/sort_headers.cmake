# Which precompiled header a header that is to compile alone may begin with.
#
# What a header has from multibody_plant.h or model.h, because it includes them or
# others that do, it has all the same where these are compiled before it, which takes
# a third of the time. All others begin with Eigen alone.

# find_beginning(<variable> <root> <header>): eigen, model or plant, for the header
# that is included as "tactus/<header>" from below the root.
function(find_beginning variable root header)
  get_property(beginning GLOBAL PROPERTY "TACTUS_BEGINNING_OF_${header}")
  if(NOT beginning)
    set(beginning eigen)
    file(STRINGS ${root}/tactus/${header} lines REGEX "^#include \"tactus/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE ".*\"tactus/(.*)\".*" "\\1" included "${line}")
      if(included STREQUAL multibody/plant/multibody_plant.h)
        set(of_included plant)
      else()
        find_beginning(of_included ${root} ${included})
        if(included STREQUAL multibody/model.h)
          set(of_included model)
        endif()
      endif()
      if(of_included STREQUAL plant OR beginning STREQUAL eigen)
        set(beginning ${of_included})
      endif()
    endforeach()
    set_property(GLOBAL PROPERTY "TACTUS_BEGINNING_OF_${header}" ${beginning})
  endif()
  set(${variable} ${beginning} PARENT_SCOPE)
endfunction()

# sort_headers(<prefix> <root> <header>...): sets <prefix>_eigen, <prefix>_model and
# <prefix>_plant to sources that include one header each.
function(sort_headers prefix root)
  foreach(beginning eigen model plant)
    set(${prefix}_${beginning} "")
  endforeach()
  foreach(header IN LISTS ARGN)
    find_beginning(beginning ${root} ${header})
    set(source ${PROJECT_BINARY_DIR}/headers/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"tactus/${header}\"\n")
    list(APPEND ${prefix}_${beginning} ${source})
  endforeach()
  foreach(beginning eigen model plant)
    set(${prefix}_${beginning} ${${prefix}_${beginning}} PARENT_SCOPE)
  endforeach()
endfunction()
