/* SPDX-License-Identifier: MIT */
/*
 * syntax.h: the node kinds, tokens and fields of tree-sitter-python that the gate knows.
 *
 * A named kind that is not in the list is K_UNKNOWN, and a text that has one is refused: a new
 * grammar must be read by a person before the gate trusts it. Tokens that carry no meaning beyond
 * their parent's kind are K_SKIP and left out.
 */
#ifndef POLICY_SYNTAX_H
#define POLICY_SYNTAX_H

#include <stdint.h>

#define SYNTAX_NAMED(X)                                                                            \
	X(ALIASED_IMPORT, "aliased_import")                                                        \
	X(ARGUMENT_LIST, "argument_list")                                                          \
	X(AS_PATTERN, "as_pattern")                                                                \
	X(AS_PATTERN_TARGET, "as_pattern_target")                                                  \
	X(ASSERT_STATEMENT, "assert_statement")                                                    \
	X(ASSIGNMENT, "assignment")                                                                \
	X(ATTRIBUTE, "attribute")                                                                  \
	X(AUGMENTED_ASSIGNMENT, "augmented_assignment")                                            \
	X(AWAIT, "await")                                                                          \
	X(BINARY_OPERATOR, "binary_operator")                                                      \
	X(BLOCK, "block")                                                                          \
	X(BOOLEAN_OPERATOR, "boolean_operator")                                                    \
	X(BREAK_STATEMENT, "break_statement")                                                      \
	X(CALL, "call")                                                                            \
	X(CASE_CLAUSE, "case_clause")                                                              \
	X(CASE_PATTERN, "case_pattern")                                                            \
	X(CHEVRON, "chevron")                                                                      \
	X(CLASS_DEFINITION, "class_definition")                                                    \
	X(CLASS_PATTERN, "class_pattern")                                                          \
	X(COMPARISON_OPERATOR, "comparison_operator")                                              \
	X(COMPLEX_PATTERN, "complex_pattern")                                                      \
	X(CONCATENATED_STRING, "concatenated_string")                                              \
	X(CONDITIONAL_EXPRESSION, "conditional_expression")                                        \
	X(CONSTRAINED_TYPE, "constrained_type")                                                    \
	X(CONTINUE_STATEMENT, "continue_statement")                                                \
	X(DECORATED_DEFINITION, "decorated_definition")                                            \
	X(DECORATOR, "decorator")                                                                  \
	X(DEFAULT_PARAMETER, "default_parameter")                                                  \
	X(DELETE_STATEMENT, "delete_statement")                                                    \
	X(DICT_PATTERN, "dict_pattern")                                                            \
	X(DICTIONARY, "dictionary")                                                                \
	X(DICTIONARY_COMPREHENSION, "dictionary_comprehension")                                    \
	X(DICTIONARY_SPLAT, "dictionary_splat")                                                    \
	X(DICTIONARY_SPLAT_PATTERN, "dictionary_splat_pattern")                                    \
	X(DOTTED_NAME, "dotted_name")                                                              \
	X(ELIF_CLAUSE, "elif_clause")                                                              \
	X(ELLIPSIS, "ellipsis")                                                                    \
	X(ELSE_CLAUSE, "else_clause")                                                              \
	X(ESCAPE_INTERPOLATION, "escape_interpolation")                                            \
	X(ESCAPE_SEQUENCE, "escape_sequence")                                                      \
	X(EXCEPT_CLAUSE, "except_clause")                                                          \
	X(EXEC_STATEMENT, "exec_statement")                                                        \
	X(EXPRESSION_LIST, "expression_list")                                                      \
	X(EXPRESSION_STATEMENT, "expression_statement")                                            \
	X(FALSE, "false")                                                                          \
	X(FINALLY_CLAUSE, "finally_clause")                                                        \
	X(FLOAT, "float")                                                                          \
	X(FOR_IN_CLAUSE, "for_in_clause")                                                          \
	X(FOR_STATEMENT, "for_statement")                                                          \
	X(FORMAT_EXPRESSION, "format_expression")                                                  \
	X(FORMAT_SPECIFIER, "format_specifier")                                                    \
	X(FUNCTION_DEFINITION, "function_definition")                                              \
	X(FUTURE_IMPORT_STATEMENT, "future_import_statement")                                      \
	X(GENERATOR_EXPRESSION, "generator_expression")                                            \
	X(GENERIC_TYPE, "generic_type")                                                            \
	X(GLOBAL_STATEMENT, "global_statement")                                                    \
	X(IDENTIFIER, "identifier")                                                                \
	X(IF_CLAUSE, "if_clause")                                                                  \
	X(IF_STATEMENT, "if_statement")                                                            \
	X(IMPORT_FROM_STATEMENT, "import_from_statement")                                          \
	X(IMPORT_PREFIX, "import_prefix")                                                          \
	X(IMPORT_STATEMENT, "import_statement")                                                    \
	X(INTEGER, "integer")                                                                      \
	X(INTERPOLATION, "interpolation")                                                          \
	X(KEYWORD_ARGUMENT, "keyword_argument")                                                    \
	X(KEYWORD_PATTERN, "keyword_pattern")                                                      \
	X(KEYWORD_SEPARATOR, "keyword_separator")                                                  \
	X(LAMBDA, "lambda")                                                                        \
	X(LAMBDA_PARAMETERS, "lambda_parameters")                                                  \
	X(LIST, "list")                                                                            \
	X(LIST_COMPREHENSION, "list_comprehension")                                                \
	X(LIST_PATTERN, "list_pattern")                                                            \
	X(LIST_SPLAT, "list_splat")                                                                \
	X(LIST_SPLAT_PATTERN, "list_splat_pattern")                                                \
	X(MATCH_STATEMENT, "match_statement")                                                      \
	X(MEMBER_TYPE, "member_type")                                                              \
	X(MODULE, "module")                                                                        \
	X(NAMED_EXPRESSION, "named_expression")                                                    \
	X(NONE, "none")                                                                            \
	X(NONLOCAL_STATEMENT, "nonlocal_statement")                                                \
	X(NOT_OPERATOR, "not_operator")                                                            \
	X(PAIR, "pair")                                                                            \
	X(PARAMETERS, "parameters")                                                                \
	X(PARENTHESIZED_EXPRESSION, "parenthesized_expression")                                    \
	X(PARENTHESIZED_LIST_SPLAT, "parenthesized_list_splat")                                    \
	X(PASS_STATEMENT, "pass_statement")                                                        \
	X(PATTERN_LIST, "pattern_list")                                                            \
	X(POSITIONAL_SEPARATOR, "positional_separator")                                            \
	X(PRINT_STATEMENT, "print_statement")                                                      \
	X(RAISE_STATEMENT, "raise_statement")                                                      \
	X(RELATIVE_IMPORT, "relative_import")                                                      \
	X(RETURN_STATEMENT, "return_statement")                                                    \
	X(SET, "set")                                                                              \
	X(SET_COMPREHENSION, "set_comprehension")                                                  \
	X(SLICE, "slice")                                                                          \
	X(SPLAT_PATTERN, "splat_pattern")                                                          \
	X(SPLAT_TYPE, "splat_type")                                                                \
	X(STRING, "string")                                                                        \
	X(STRING_CONTENT, "string_content")                                                        \
	X(STRING_END, "string_end")                                                                \
	X(STRING_START, "string_start")                                                            \
	X(SUBSCRIPT, "subscript")                                                                  \
	X(TRUE, "true")                                                                            \
	X(TRY_STATEMENT, "try_statement")                                                          \
	X(TUPLE, "tuple")                                                                          \
	X(TUPLE_PATTERN, "tuple_pattern")                                                          \
	X(TYPE, "type")                                                                            \
	X(TYPE_ALIAS_STATEMENT, "type_alias_statement")                                            \
	X(TYPE_CONVERSION, "type_conversion")                                                      \
	X(TYPE_PARAMETER, "type_parameter")                                                        \
	X(TYPED_DEFAULT_PARAMETER, "typed_default_parameter")                                      \
	X(TYPED_PARAMETER, "typed_parameter")                                                      \
	X(UNARY_OPERATOR, "unary_operator")                                                        \
	X(UNION_PATTERN, "union_pattern")                                                          \
	X(UNION_TYPE, "union_type")                                                                \
	X(WHILE_STATEMENT, "while_statement")                                                      \
	X(WILDCARD_IMPORT, "wildcard_import")                                                      \
	X(WITH_CLAUSE, "with_clause")                                                              \
	X(WITH_ITEM, "with_item")                                                                  \
	X(WITH_STATEMENT, "with_statement")                                                        \
	X(YIELD, "yield")

#define SYNTAX_TOKENS(X)                                                                           \
	X(T_PLUS, "+")                                                                             \
	X(T_MINUS, "-")                                                                            \
	X(T_STAR, "*")                                                                             \
	X(T_SLASH, "/")                                                                            \
	X(T_PERCENT, "%")                                                                          \
	X(T_POWER, "**")                                                                           \
	X(T_FLOOR, "//")                                                                           \
	X(T_AT, "@")                                                                               \
	X(T_PIPE, "|")                                                                             \
	X(T_AMPERSAND, "&")                                                                        \
	X(T_CARET, "^")                                                                            \
	X(T_TILDE, "~")                                                                            \
	X(T_LEFT, "<<")                                                                            \
	X(T_RIGHT, ">>")                                                                           \
	X(T_ADD_ASSIGN, "+=")                                                                      \
	X(T_EQUAL, "=")                                                                            \
	X(T_COLON, ":")                                                                            \
	X(T_AND, "and")                                                                            \
	X(T_OR, "or")                                                                              \
	X(T_UNDERSCORE, "_")                                                                       \
	X(T_ASYNC, "async")                                                                        \
	X(T_FROM, "from")                                                                          \
	X(T_UNEQUAL, "<>")

#define SYNTAX_FIELDS(X)                                                                           \
	X(LEFT, "left")                                                                            \
	X(RIGHT, "right")                                                                          \
	X(NAME, "name")                                                                            \
	X(ALIAS, "alias")                                                                          \
	X(MODULE_NAME, "module_name")                                                              \
	X(FUNCTION, "function")                                                                    \
	X(ARGUMENTS, "arguments")                                                                  \
	X(OBJECT, "object")                                                                        \
	X(ATTRIBUTE, "attribute")                                                                  \
	X(VALUE, "value")                                                                          \
	X(SUBSCRIPT, "subscript")                                                                  \
	X(BODY, "body")                                                                            \
	X(PARAMETERS, "parameters")                                                                \
	X(SUPERCLASSES, "superclasses")                                                            \
	X(RETURN_TYPE, "return_type")                                                              \
	X(TYPE, "type")                                                                            \
	X(KEY, "key")                                                                              \
	X(EXPRESSION, "expression")                                                                \
	X(CONDITION, "condition")                                                                  \
	X(OPERATOR, "operator")                                                                    \
	X(CONSEQUENCE, "consequence")                                                              \
	X(ALTERNATIVE, "alternative")

#define X(name, text) K_##name,
enum kind { K_SKIP = 0, K_UNKNOWN, K_ERROR, SYNTAX_NAMED(X) SYNTAX_TOKENS(X) K_COUNT };
#undef X
#define X(name, text) F_##name,
enum field { F_NONE = 0, F_OTHER, SYNTAX_FIELDS(X) F_COUNT };
#undef X

/* By the grammar's own numbers; both take any number. */
enum kind syntax_kind(uint16_t symbol);
enum field syntax_field(uint16_t field);
const void *syntax_language(void); /* a TSLanguage */

#endif
