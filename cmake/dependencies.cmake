# SPDX-License-Identifier: MIT
# Debian's packages by pkg-config, of Debian 12 or 13; tree-sitter and its Python grammar as sources from npm (package-lock.json).
find_package(PkgConfig REQUIRED)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(cjson REQUIRED IMPORTED_TARGET libcjson)
pkg_check_modules(idn2 REQUIRED IMPORTED_TARGET libidn2)
# Debian's libunistring has no .pc file.
find_library(unistring_LIBRARY unistring REQUIRED)
find_path(unistring_INCLUDE_DIR unictype.h REQUIRED)
pkg_check_modules(curl REQUIRED IMPORTED_TARGET libcurl)
pkg_check_modules(seccomp REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(p11 REQUIRED p11-kit-1)
pkg_check_modules(crypto REQUIRED libcrypto>=3)
pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET sqlite3>=3.39)
pkg_check_modules(pq REQUIRED libpq)
pkg_check_modules(microhttpd REQUIRED libmicrohttpd)

# The sandbox's interpreter: one whose names a table holds, and no other.
file(GLOB tables CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/policy-engine/library/python-*.txt)
string(REGEX REPLACE "[^;]*/python-([0-9.]+)[.]txt" "python-\\1-embed" interpreters "${tables}")
pkg_search_module(python IMPORTED_TARGET ${interpreters})
if(NOT python_FOUND)
	message(FATAL_ERROR "no Python here that Sluice has tables for: install libpython3-dev, or one of ${interpreters}. "
		"docs/libraries.md tells how a table for another is made")
endif()
string(REGEX REPLACE "^python-(.*)-embed$" "\\1" SLUICE_PYTHON ${python_MODULE_NAME})
set(python_program /usr/bin/python${SLUICE_PYTHON})

set(modules ${PROJECT_SOURCE_DIR}/node_modules)
if(NOT EXISTS ${modules}/tree-sitter-python/src/parser.c)
	message(FATAL_ERROR "the tree-sitter sources are not here: run scripts/setup, or 'npm ci', first")
endif()

add_library(tree_sitter STATIC ${modules}/tree-sitter/vendor/tree-sitter/lib/src/lib.c)
target_include_directories(tree_sitter SYSTEM
	PUBLIC ${modules}/tree-sitter/vendor/tree-sitter/lib/include
	PRIVATE ${modules}/tree-sitter/vendor/tree-sitter/lib/src)
target_compile_definitions(tree_sitter PRIVATE _GNU_SOURCE)
# Nobody outside calls these: hidden, they may be inlined.
target_compile_options(tree_sitter PRIVATE -w -fvisibility=hidden)

add_library(tree_sitter_python STATIC
	${modules}/tree-sitter-python/src/parser.c ${modules}/tree-sitter-python/src/scanner.c)
target_include_directories(tree_sitter_python SYSTEM PRIVATE ${modules}/tree-sitter-python/src)
# The scanner takes its memory where the parser does, so that a region can free it.
target_compile_definitions(tree_sitter_python PRIVATE TREE_SITTER_REUSE_ALLOCATOR)
set_source_files_properties(${modules}/tree-sitter-python/src/scanner.c PROPERTIES
	COMPILE_OPTIONS "-include;${PROJECT_SOURCE_DIR}/cmake/scanner_memory.h")
target_link_libraries(tree_sitter_python PRIVATE tree_sitter)
target_compile_options(tree_sitter_python PRIVATE -w -fvisibility=hidden)

foreach(third_party tree_sitter tree_sitter_python)
	set_target_properties(${third_party} PROPERTIES C_STANDARD 11)
	if(SLUICE_SANITIZE)
		target_compile_options(${third_party} PRIVATE -fsanitize=address)
	endif()
	if(SLUICE_FUZZ)
		target_compile_options(${third_party} PRIVATE -fsanitize=fuzzer-no-link)
	endif()
endforeach()
