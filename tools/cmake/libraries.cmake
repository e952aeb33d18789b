# podreel_library(NAME [OPTION VARIABLE] FOLDERS FOLDER… [EXCEPT FOLDER…] [NEEDS LIBRARY…] [LINKS TARGET…] [AROUND] [UNIT FILES]):
# one library of the product, with all sources below its folders. It may include headers in the folders of the
# libraries that it NEEDS, and of those that these need; EXCEPT names folders inside of these that are another library's.
# tests/tidy/libraries_test.cpp reads these declarations and compares them with the includes. A library with an OPTION that is OFF is left out, and so is whatever needs it.
# AROUND: not part of the simulation; compiled for a short build instead of the fastest code. UNIT: number of files that
# are compiled together.
function(podreel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "AROUND" "OPTION;UNIT" "FOLDERS;EXCEPT;NEEDS;LINKS")
  set(is_left_out FALSE)
  if(arg_OPTION AND NOT ${arg_OPTION})
    set(is_left_out TRUE)
  endif()
  foreach(needed IN LISTS arg_NEEDS)
    if(NOT TARGET ${needed})
      set(is_left_out TRUE)
    endif()
  endforeach()
  if(is_left_out)
    set_property(GLOBAL APPEND PROPERTY PODREEL_FOLDERS_LEFT_OUT ${arg_FOLDERS})
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY PODREEL_LIBRARIES ${name})
  set(sources "")
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  foreach(folder IN LISTS arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "^${PROJECT_SOURCE_DIR}/${folder}/")
  endforeach()
  set_property(GLOBAL APPEND PROPERTY PODREEL_FOLDERS ${arg_FOLDERS})
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC ${arg_NEEDS} ${arg_LINKS} PRIVATE $<BUILD_INTERFACE:podreel_options>)
  set(headers_of podreel)
  # Under sanitizers only the engine runs long enough to be worth the time of optimizing it.
  if(arg_AROUND OR (PODREEL_SANITIZE AND NOT name STREQUAL podreel))
    set(headers_of ${PODREEL_HEADERS_AROUND})
    target_compile_options(${name} PRIVATE ${PODREEL_AROUND_OPTIONS})
  endif()
  if(name STREQUAL headers_of)
    target_precompile_headers(${name} PRIVATE
      <boost/asio/awaitable.hpp> <boost/asio/use_awaitable.hpp> <engine/api/json_instances.hpp>
      <fmt/format.h> <map> <memory> <optional> <string> <string_view> <variant> <vector>)
  else()
    target_precompile_headers(${name} REUSE_FROM ${headers_of})
  endif()
  if(PODREEL_PRECOMPILE_CORE AND name MATCHES "^podreel(_scenarios)?$")
    list(TRANSFORM arg_FOLDERS APPEND "/*.hpp")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${arg_FOLDERS})
    list(TRANSFORM headers REPLACE "(.+)" "<\\1>")
    target_precompile_headers(${headers_of} PRIVATE ${headers})
    # A unit costs little besides its own code then, but for the functions of headers that it calls.
    set(arg_UNIT 60)
  endif()
  if(NOT arg_UNIT)
    set(arg_UNIT 40)
  endif()
  # Sources may be generated, so units are made when all sources are known.
  cmake_language(EVAL CODE "cmake_language(DEFER CALL podreel_unity ${name} ${arg_UNIT})")
endfunction()

# podreel_program(NAME LIBRARY…): links a program. The simulation comes first and whole: of the inline functions that it
# shares with what is AROUND it, the linker takes the first that it meets.
function(podreel_program name)
  target_link_libraries(${name} PRIVATE ${ARGN} podreel_options)
  target_link_options(${name} PRIVATE LINKER:--whole-archive $<TARGET_FILE:podreel> LINKER:--no-whole-archive)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  if(PODREEL_STATIC)
    target_link_options(${name} PRIVATE -static)
  endif()
  if(NOT PODREEL_SANITIZE)
    # Reading 100,000 pods takes half the time that it takes with the C library's malloc.
    target_link_libraries(${name} PRIVATE PkgConfig::JEMALLOC)
  endif()
endfunction()

# Code AROUND the simulation is compiled with little optimization, which halves the time.
if(PODREEL_SANITIZE)
  set(PODREEL_AROUND_OPTIONS -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(PODREEL_AROUND_OPTIONS $<$<CXX_COMPILER_ID:GNU>:-Og> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
    $<$<CXX_COMPILER_ID:Clang>:-O1>)
endif()

# The target whose precompiled header code AROUND the simulation uses: one header serves all code that is compiled alike.
set(PODREEL_HEADERS_AROUND podreel)
if(PODREEL_AROUND_OPTIONS)
  set(PODREEL_HEADERS_AROUND podreel_scenarios)
endif()
