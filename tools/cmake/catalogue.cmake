# What becomes a part of the program: generated/tools/cli/catalogue_entries.cpp has the scenarios.

# Appends a row to the list `rows`: the words, and the text of the file.
function(append_embedded rows file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  list(JOIN ARGN "\", \"" words)
  set(${rows} "${${rows}}    {\"${words}\", R\"podreel_file(${text})podreel_file\"sv},\n" PARENT_SCOPE)
endfunction()

# The scenarios that are part of the program, folder by folder; the last folder is that of those to start with.
set(PODREEL_CATALOGUE "")
foreach(theme lessons upgrades issues faults changes .)
  file(GLOB scenario_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenarios/${theme}/*.yaml)
  foreach(file IN LISTS scenario_files)
    get_filename_component(name ${file} NAME_WLE)
    append_embedded(PODREEL_CATALOGUE ${file} ${theme} ${name})
  endforeach()
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/tools/cli/catalogue_entries.cpp.in
  ${PROJECT_BINARY_DIR}/generated/tools/cli/catalogue_entries.cpp @ONLY)
