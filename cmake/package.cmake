# SPDX-License-Identifier: MIT
# `cpack` in a build for /usr makes Debian's packages sluice, libsluice0 and libsluice-dev (scripts/package does both).
set(doc ${CMAKE_INSTALL_DATADIR}/doc)
set(packaging ${PROJECT_SOURCE_DIR}/packaging)

install(FILES ${packaging}/systemd/sluice-serve.service ${packaging}/systemd/sluice-worker@.service
	DESTINATION lib/systemd/system COMPONENT sluice)
install(FILES ${packaging}/systemd/sluice.sysusers RENAME sluice.conf DESTINATION lib/sysusers.d COMPONENT sluice)
install(FILES ${packaging}/apparmor/sluice DESTINATION ${CMAKE_INSTALL_DATADIR}/sluice/apparmor COMPONENT sluice)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/sluice COMPONENT sluice
	PATTERN weather EXCLUDE) # its data comes from npm
install(FILES ${packaging}/debian/lintian-sluice RENAME sluice DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT sluice)
install(FILES ${packaging}/debian/lintian-library RENAME libsluice0 DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT libsluice0)

# What Debian wants beside each package: the licences of all that is compiled in, and a changelog.
file(READ ${PROJECT_SOURCE_DIR}/node_modules/tree-sitter/vendor/tree-sitter/lib/src/unicode/LICENSE UNICODE_LICENSE)
string(STRIP "${UNICODE_LICENSE}" UNICODE_LICENSE)
string(REGEX REPLACE "\r" "" UNICODE_LICENSE "${UNICODE_LICENSE}")
string(REGEX REPLACE "\n" "\n " UNICODE_LICENSE " ${UNICODE_LICENSE}")
string(REGEX REPLACE "\n +\n" "\n .\n" UNICODE_LICENSE "${UNICODE_LICENSE}")
configure_file(${packaging}/debian/copyright.in ${PROJECT_BINARY_DIR}/copyright @ONLY)
string(TIMESTAMP CHANGELOG_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH where it is set
configure_file(${packaging}/debian/library/shlibs.in ${PROJECT_BINARY_DIR}/shlibs @ONLY)
configure_file(${packaging}/debian/changelog.in ${PROJECT_BINARY_DIR}/changelog @ONLY)
execute_process(COMMAND gzip -9n -c ${PROJECT_BINARY_DIR}/changelog OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz
	COMMAND_ERROR_IS_FATAL ANY)
foreach(package sluice libsluice0 libsluice-dev)
	install(FILES ${PROJECT_BINARY_DIR}/copyright ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${doc}/${package} COMPONENT ${package})
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/NEWS.md ${PROJECT_SOURCE_DIR}/SECURITY.md DESTINATION ${doc}/sluice COMPONENT sluice)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${doc}/sluice COMPONENT sluice)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL sluice libsluice0 libsluice-dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGE_CONTACT "The Sluice authors <sluice@packages.debian.org>")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_SLUICE_PACKAGE_NAME sluice)
set(CPACK_DEBIAN_SLUICE_PACKAGE_SECTION utils)
# The libraries that are loaded when they are first used (base/late.h) are in no list that the linker makes.
set(CPACK_DEBIAN_SLUICE_PACKAGE_DEPENDS "bubblewrap, python${SLUICE_PYTHON}, systemd-standalone-sysusers | systemd-sysusers, libmicrohttpd12, libssl3, libidn2-0")
set(CPACK_DEBIAN_SLUICE_PACKAGE_SUGGESTS "libp11-kit0")
set(CPACK_DEBIAN_SLUICE_PACKAGE_RECOMMENDS "ca-certificates, libpq5, python3-numpy, python3-pandas, python3-matplotlib, python3-openpyxl")
set(CPACK_DEBIAN_SLUICE_PACKAGE_CONTROL_EXTRA "${packaging}/debian/postinst;${packaging}/debian/prerm;${packaging}/debian/postrm")
set(CPACK_COMPONENT_SLUICE_DESCRIPTION "runs Python that a language model wrote, reviewed and contained
No generated code runs that a policy has not passed, nothing it does can pass
its sandbox, nothing it prints is believed until it fits a schema, and what the
policy can't decide a person does, with a signature and on a ledger.
This package has the program, its service and console, policies and examples.")

set(CPACK_DEBIAN_LIBSLUICE0_PACKAGE_NAME libsluice0)
set(CPACK_DEBIAN_LIBSLUICE0_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBSLUICE0_PACKAGE_DEPENDS "sluice (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIBSLUICE0_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/shlibs;${packaging}/debian/library/triggers;${packaging}/debian/library/postinst;${packaging}/debian/library/postrm")
set(CPACK_COMPONENT_LIBSLUICE0_DESCRIPTION "runs Python that a language model wrote, as a library
The stages of Sluice for programs in C and all that call C: the policy check,
the sandbox, the validation of what was printed.")

set(CPACK_DEBIAN_LIBSLUICE-DEV_PACKAGE_NAME libsluice-dev)
set(CPACK_DEBIAN_LIBSLUICE-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBSLUICE-DEV_PACKAGE_DEPENDS "libsluice0 (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_LIBSLUICE-DEV_DESCRIPTION "runs Python that a language model wrote, headers of the library
Headers, the link to the shared library and the file for pkg-config.")
include(CPack)
