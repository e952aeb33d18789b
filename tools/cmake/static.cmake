# The libraries of a static build (PODREEL_STATIC): archives only. Debian has no archive of fmt, so its functions are
# compiled from its headers.
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
find_library(PODREEL_YAML_CPP_ARCHIVE yaml-cpp REQUIRED)
add_library(yaml-cpp STATIC IMPORTED)
set_target_properties(yaml-cpp PROPERTIES IMPORTED_LOCATION ${PODREEL_YAML_CPP_ARCHIVE})

add_library(podreel_fmt STATIC tools/cmake/fmt_functions.cpp)
add_library(fmt::fmt INTERFACE IMPORTED)
# The definition that the shared library's package sets: objects of other builds can be used again.
set_target_properties(fmt::fmt PROPERTIES
  INTERFACE_LINK_LIBRARIES podreel_fmt INTERFACE_COMPILE_DEFINITIONS FMT_SHARED)
