# Files that are compiled into the program as literals.

# Appends a row to the list `rows`: the given words and the text of the file.
function(append_embedded rows file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  list(JOIN ARGN "\", \"" words)
  set(${rows} "${${rows}}    {\"${words}\", R\"podreel_file(${text})podreel_file\"sv},\n" PARENT_SCOPE)
endfunction()

# Appends the scenarios of the program, theme by theme; the starter scenarios are last.
function(append_scenarios rows)
  foreach(theme lessons upgrades issues faults mechanisms changes .)
    set(folder ${PROJECT_SOURCE_DIR}/scenarios/library/${theme})
    if(theme STREQUAL ".")
      set(folder ${PROJECT_SOURCE_DIR}/scenarios)
    endif()
    file(GLOB scenario_files CONFIGURE_DEPENDS ${folder}/*.yaml)
    foreach(file IN LISTS scenario_files)
      get_filename_component(name ${file} NAME_WLE)
      append_embedded(${rows} ${file} ${theme} ${name})
    endforeach()
  endforeach()
  set(${rows} "${${rows}}" PARENT_SCOPE)
endfunction()
