# tree-sitter reads `state, other = result, 1`.
state = result = int
state,
other = result, 1
