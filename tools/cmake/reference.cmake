# The reference of the public headers as HTML, if Doxygen is installed (tools/setup package): the target podreel_reference.
# It fails for an undocumented declaration.
find_package(Doxygen 1.9 QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()
set(PODREEL_REFERENCE ${PROJECT_BINARY_DIR}/generated/reference)
set(PODREEL_PUBLIC_HEADERS ${PROJECT_SOURCE_DIR}/scenarios/public)
configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${PROJECT_BINARY_DIR}/generated/Doxyfile @ONLY)
file(GLOB public_headers CONFIGURE_DEPENDS ${PODREEL_PUBLIC_HEADERS}/podreel/*.hpp)
add_custom_command(OUTPUT ${PODREEL_REFERENCE}/html/index.html
  COMMAND ${DOXYGEN_EXECUTABLE} ${PROJECT_BINARY_DIR}/generated/Doxyfile
  # No page uses them.
  COMMAND ${CMAKE_COMMAND} -E rm -f ${PODREEL_REFERENCE}/html/jquery.js ${PODREEL_REFERENCE}/html/dynsections.js
    ${PODREEL_REFERENCE}/html/menudata.js
  DEPENDS ${public_headers} ${CMAKE_CURRENT_LIST_DIR}/reference.md ${PROJECT_BINARY_DIR}/generated/Doxyfile
  COMMENT "Writing the reference of the public headers" VERBATIM)
add_custom_target(podreel_reference DEPENDS ${PODREEL_REFERENCE}/html/index.html)
