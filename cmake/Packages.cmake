# What an installation holds besides the library: pkg-config file, manual page, completions; and the Debian package.

# pkg-config wants the prefix of the installation, which is known only then.
install(CODE "
  set(PROJECT_DESCRIPTION \"${PROJECT_DESCRIPTION}\")
  set(PROJECT_VERSION ${PROJECT_VERSION})
  set(CMAKE_INSTALL_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR})
  set(CMAKE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
  configure_file(\"${CMAKE_CURRENT_SOURCE_DIR}/cmake/remap.pc.in\" \"${CMAKE_CURRENT_BINARY_DIR}/share/remap.pc\" @ONLY)
")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/share/remap.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(REMAP_BUILD_CLI)
  # The tool describes itself.
  set(share ${CMAKE_CURRENT_BINARY_DIR}/share)
  install(CODE "
    function(remap_describe file)
      execute_process(COMMAND \"$<TARGET_FILE:remap_cli>\" \${ARGN} OUTPUT_FILE \"${share}/\${file}\" COMMAND_ERROR_IS_FATAL ANY)
    endfunction()
    file(MAKE_DIRECTORY \"${share}\")
    remap_describe(remap.1 man)
    remap_describe(remap.bash completions bash)
    remap_describe(_remap completions zsh)
    remap_describe(remap.fish completions fish)
  ")
  install(FILES ${share}/remap.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${share}/remap.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME remap)
  install(FILES ${share}/_remap DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${share}/remap.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_PACKAGE_CONTACT "the remap authors")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "graphviz, gnuplot-nox")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake")
  set(CPACK_STRIP_FILES ON)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  include(CPack)
endif()
