# SPDX-License-Identifier: MIT
# embed(target file symbol): compiles a file's bytes into the target as `const char symbol[]`, NUL-terminated, with
# `const size_t symbol_bytes` (without the NUL). The user declares both, extern.
function(embed target file symbol)
	set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.embedded.c)
	get_filename_component(path ${file} ABSOLUTE)
	add_custom_command(OUTPUT ${source}
		COMMAND ${CMAKE_COMMAND} -DFILE=${path} -DSYMBOL=${symbol} -DOUT=${source}
			-P ${PROJECT_SOURCE_DIR}/cmake/embed_file.cmake
		DEPENDS ${path} ${PROJECT_SOURCE_DIR}/cmake/embed_file.cmake
		VERBATIM)
	target_sources(${target} PRIVATE ${source})
endfunction()
