# Runs before a Debian package is built: applies Debian's policy for manual pages, the licence and the changelog.
set(share "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share")

function(compress file)
  execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB pages "${share}/man/man1/*.1")
foreach(page IN LISTS pages)
  compress("${page}")
endforeach()
file(WRITE "${share}/man/man1/kubectl-podreel.1" ".so man1/podreel.1\n")
compress("${share}/man/man1/kubectl-podreel.1")

set(documents "${share}/doc/podreel")
file(REMOVE "${documents}/LICENSE" "${documents}/CHANGELOG.md")
file(COPY_FILE "${CPACK_PODREEL_SOURCE_DIR}/tools/cmake/copyright" "${documents}/copyright")
file(COPY_FILE "${CPACK_PODREEL_SOURCE_DIR}/tools/cmake/CHANGELOG.md" "${documents}/changelog")
compress("${documents}/changelog")
file(COPY_FILE "${CPACK_PODREEL_DEBIAN_CHANGELOG}" "${documents}/changelog.Debian")
compress("${documents}/changelog.Debian")
file(GLOB_RECURSE files LIST_DIRECTORIES false "${share}/*")
file(CHMOD ${files} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
