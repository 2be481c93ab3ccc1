# SPDX-License-Identifier: MIT
# One interface target that carries the language, the warnings and the hardening, each flag probed for.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)
include(GNUInstallDirs)

option(SLUICE_TESTS "build the tests" ON)
option(SLUICE_SANITIZE "build with address and undefined behaviour sanitizers" OFF)
option(SLUICE_ANALYZE "run gcc's static analyzer" OFF)
option(SLUICE_FUZZ "build the libFuzzer harnesses (clang)" OFF)

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
if(NOT CMAKE_BUILD_TYPE)
	set(CMAKE_BUILD_TYPE Release)
endif()

add_library(flags INTERFACE)
target_compile_definitions(flags INTERFACE _GNU_SOURCE SLUICE_VERSION="${PROJECT_VERSION}")

function(add_flags)
	foreach(flag IN LISTS ARGN)
		string(MAKE_C_IDENTIFIER "HAVE_FLAG${flag}" known)
		check_c_compiler_flag("-Werror ${flag}" ${known})
		if(${known})
			target_compile_options(flags INTERFACE "SHELL:${flag}")
		endif()
	endforeach()
endfunction()

function(add_link_flags)
	foreach(flag IN LISTS ARGN)
		string(MAKE_C_IDENTIFIER "HAVE_LINK${flag}" known)
		check_linker_flag(C "${flag}" ${known})
		if(${known})
			target_link_options(flags INTERFACE ${flag})
		endif()
	endforeach()
endfunction()

target_compile_options(flags INTERFACE -Werror)
add_flags(-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wvla -Wcast-qual
	-Wcast-align -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes -Wformat=2 -Wswitch-enum
	-Wnull-dereference -Wlogical-op -Wduplicated-cond -Wduplicated-branches -Wimplicit-fallthrough
	-fno-strict-overflow -fno-strict-aliasing -fno-common -fno-semantic-interposition)

if(SLUICE_SANITIZE)
	target_compile_options(flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
		-fno-omit-frame-pointer)
	target_link_options(flags INTERFACE -fsanitize=address,undefined)
else()
	add_flags(-fstack-protector-strong -fstack-clash-protection -fcf-protection=full
		-ftrivial-auto-var-init=zero)
	if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
		add_flags("-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
	endif()
endif()
if(SLUICE_ANALYZE)
	# What is returned by a pointer, gcc 12 takes for unset; the build of release looks for that itself.
	add_flags(-fanalyzer -Wno-analyzer-use-of-uninitialized-value)
endif()
if(SLUICE_FUZZ)
	target_compile_options(flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
add_link_flags(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,--as-needed)
include(CheckPIESupported)
check_pie_supported()

# house(name SOURCES ... LINK ... PRIVATE_LINK ...): a folder's target, which shows only its own directory.
function(house name)
	cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PRIVATE_LINK")
	add_library(${name} STATIC ${arg_SOURCES})
	target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
	target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE flags ${arg_PRIVATE_LINK})
endfunction()
