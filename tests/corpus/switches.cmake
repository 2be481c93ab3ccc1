# SPDX-License-Identifier: MIT
# The switches of switches.c stand before the gate's functions of the same names, which the linker is told here.
set(switches ${CMAKE_CURRENT_LIST_DIR}/switches.c)
file(STRINGS ${switches} wrapped REGEX "^(SWITCH\\(|__wrap_)")
list(TRANSFORM wrapped REPLACE "^SWITCH\\([^,]+, ([a-z_]+),.*" "\\1")
list(TRANSFORM wrapped REPLACE "^__wrap_([a-z_]+)\\(.*" "\\1")
foreach(name ${wrapped})
	target_link_options(sluice PRIVATE LINKER:--wrap=${name})
endforeach()
target_sources(sluice PRIVATE ${switches})
set_source_files_properties(${switches} TARGET_DIRECTORY sluice PROPERTIES
	INCLUDE_DIRECTORIES "$<TARGET_PROPERTY:policy-engine,INCLUDE_DIRECTORIES>")
