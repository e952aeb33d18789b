# cpack: the command as a Debian package, and the library as another (tools/package builds and checks them).
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME podreel)
set(CPACK_PACKAGE_CONTACT "podreel <maintainers@podreel.dev>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of the Kubernetes kubelet's pod lifecycle")
set(CPACK_PACKAGE_DESCRIPTION "Simulates how the kubelet of a given Kubernetes release handles the pods of a
node, in virtual time and deterministically, and predicts which containers
restart when the kubelet is upgraded, and why. For operators, teachers, and
tests.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
# Installs the command, and the reference of the library if it was generated.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};podreel;runtime;/;${PROJECT_BINARY_DIR};podreel;reference;/")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Packages of several Debian releases have names of their own: 1+deb12.
cmake_host_system_information(RESULT PODREEL_DISTRIBUTION QUERY DISTRIB_ID)
cmake_host_system_information(RESULT PODREEL_DISTRIBUTION_VERSION QUERY DISTRIB_VERSION_ID)
string(REGEX REPLACE "^debian$" "deb" PODREEL_DISTRIBUTION "${PODREEL_DISTRIBUTION}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1+${PODREEL_DISTRIBUTION}${PODREEL_DISTRIBUTION_VERSION})
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS kubectl)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.Debian.in ${PROJECT_BINARY_DIR}/generated/changelog.Debian @ONLY)
set(CPACK_PODREEL_DEBIAN_CHANGELOG ${PROJECT_BINARY_DIR}/generated/changelog.Debian)
set(CPACK_PODREEL_SOURCE_DIR ${PROJECT_SOURCE_DIR})
include(CPack)
configure_file(${CMAKE_CURRENT_LIST_DIR}/development_package.cmake.in
  ${PROJECT_BINARY_DIR}/generated/CPackDevelopmentConfig.cmake @ONLY)
