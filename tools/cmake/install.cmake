# cmake --install: the command with its manual pages, completions and scenarios (component runtime), the library with
# its public headers and find_package(podreel), and the command as a library (development), the reference of these headers (reference), podreel-ranks
# (ranks) and podreel-cri (cri).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/podreel)

install(TARGETS podreel_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
# `kubectl podreel` runs the program with this name.
file(CREATE_LINK podreel ${PROJECT_BINARY_DIR}/generated/kubectl-podreel SYMBOLIC)
install(FILES ${PROJECT_BINARY_DIR}/generated/kubectl-podreel DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATADIR}/podreel COMPONENT runtime
  FILES_MATCHING PATTERN "*.yaml" PATTERN "README.md")
if(TARGET podreel_ranks)
  install(TARGETS podreel_ranks RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ranks)
endif()
if(TARGET podreel_cri)
  install(TARGETS podreel_cri RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cri)
endif()
install(TARGETS podreel_public podreel_scenarios podreel_upgrade podreel EXPORT podreelTargets COMPONENT development)
# What only the command needs is found by find_package(podreel COMPONENTS command).
get_property(command_parts GLOBAL PROPERTY PODREEL_LIBRARIES)
list(REMOVE_ITEM command_parts podreel_public podreel_scenarios podreel_upgrade podreel)
install(TARGETS podreel_command_library ${command_parts} EXPORT podreelCommandTargets COMPONENT development)
install(EXPORT podreelCommandTargets NAMESPACE podreel:: DESTINATION ${package_folder} COMPONENT development)
install(EXPORT podreelTargets NAMESPACE podreel:: DESTINATION ${package_folder} COMPONENT development)
install(DIRECTORY scenarios/public/podreel DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.hpp")
if(TARGET podreel_reference)
  # Not every build generates it.
  install(DIRECTORY ${PODREEL_REFERENCE}/html DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT reference OPTIONAL)
endif()
install(FILES LICENSE README.md tools/cmake/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/podreelConfig.cmake.in
  ${PROJECT_BINARY_DIR}/generated/podreelConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/podreelConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/podreelConfig.cmake
  ${PROJECT_BINARY_DIR}/generated/podreelConfigVersion.cmake DESTINATION ${package_folder}
  COMPONENT development)

# The command generates the files that depend on its verbs.
set(PODREEL_INSTALL_MANDIR ${CMAKE_INSTALL_MANDIR})
set(PODREEL_INSTALL_DATADIR ${CMAKE_INSTALL_DATADIR})
configure_file(${CMAKE_CURRENT_LIST_DIR}/install_generated.cmake.in
  ${PROJECT_BINARY_DIR}/generated/install_generated.cmake.in @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/generated/install_generated_$<CONFIG>.cmake
  INPUT ${PROJECT_BINARY_DIR}/generated/install_generated.cmake.in)
install(SCRIPT ${PROJECT_BINARY_DIR}/generated/install_generated_$<CONFIG>.cmake COMPONENT runtime)
