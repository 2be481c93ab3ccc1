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

#include <stdbool.h>
#include <stdint.h>

/* Further traits of a kind, as bits. */
enum trait {
	READS = 1,         /* its children's values are read, shown or tested, and go no further */
	TARGET = 2,        /* around what is stored into: (a, [b, *c]) */
	CERTAIN = 4,       /* it runs where the statement around it does */
	COMPREHENSION = 8, /* it opens a scope */
	CONSTANT = 16,
};

#define SYNTAX_NAMED(X)                                                                            \
	X(ALIASED_IMPORT, "aliased_import", CERTAIN)                                               \
	X(ARGUMENT_LIST, "argument_list", READS)                                                   \
	X(AS_PATTERN, "as_pattern", 0)                                                             \
	X(AS_PATTERN_TARGET, "as_pattern_target", READS | TARGET)                                  \
	X(ASSERT_STATEMENT, "assert_statement", 0)                                                 \
	X(ASSIGNMENT, "assignment", CERTAIN)                                                       \
	X(ATTRIBUTE, "attribute", 0)                                                               \
	X(AUGMENTED_ASSIGNMENT, "augmented_assignment", 0)                                         \
	X(AWAIT, "await", 0)                                                                       \
	X(BINARY_OPERATOR, "binary_operator", 0)                                                   \
	X(BLOCK, "block", READS)                                                                   \
	X(BOOLEAN_OPERATOR, "boolean_operator", 0)                                                 \
	X(BREAK_STATEMENT, "break_statement", 0)                                                   \
	X(CALL, "call", 0)                                                                         \
	X(CASE_CLAUSE, "case_clause", 0)                                                           \
	X(CASE_PATTERN, "case_pattern", 0)                                                         \
	X(CHEVRON, "chevron", 0)                                                                   \
	X(CLASS_DEFINITION, "class_definition", CERTAIN)                                           \
	X(CLASS_PATTERN, "class_pattern", 0)                                                       \
	X(COMPARISON_OPERATOR, "comparison_operator", 0)                                           \
	X(COMPLEX_PATTERN, "complex_pattern", 0)                                                   \
	X(CONCATENATED_STRING, "concatenated_string", 0)                                           \
	X(CONDITIONAL_EXPRESSION, "conditional_expression", 0)                                     \
	X(CONSTRAINED_TYPE, "constrained_type", READS)                                             \
	X(CONTINUE_STATEMENT, "continue_statement", 0)                                             \
	X(DECORATED_DEFINITION, "decorated_definition", CERTAIN)                                   \
	X(DECORATOR, "decorator", 0)                                                               \
	X(DEFAULT_PARAMETER, "default_parameter", 0)                                               \
	X(DELETE_STATEMENT, "delete_statement", READS)                                             \
	X(DICT_PATTERN, "dict_pattern", 0)                                                         \
	X(DICTIONARY, "dictionary", 0)                                                             \
	X(DICTIONARY_COMPREHENSION, "dictionary_comprehension", COMPREHENSION)                     \
	X(DICTIONARY_SPLAT, "dictionary_splat", 0)                                                 \
	X(DICTIONARY_SPLAT_PATTERN, "dictionary_splat_pattern", READS)                             \
	X(DOTTED_NAME, "dotted_name", CERTAIN)                                                     \
	X(ELIF_CLAUSE, "elif_clause", READS)                                                       \
	X(ELLIPSIS, "ellipsis", 0)                                                                 \
	X(ELSE_CLAUSE, "else_clause", READS)                                                       \
	X(ESCAPE_INTERPOLATION, "escape_interpolation", 0)                                         \
	X(ESCAPE_SEQUENCE, "escape_sequence", 0)                                                   \
	X(EXCEPT_CLAUSE, "except_clause", 0)                                                       \
	X(EXEC_STATEMENT, "exec_statement", 0)                                                     \
	X(EXPRESSION_LIST, "expression_list", TARGET)                                              \
	X(EXPRESSION_STATEMENT, "expression_statement", READS | CERTAIN)                           \
	X(FALSE, "false", CONSTANT)                                                                \
	X(FINALLY_CLAUSE, "finally_clause", READS)                                                 \
	X(FLOAT, "float", CONSTANT)                                                                \
	X(FOR_IN_CLAUSE, "for_in_clause", 0)                                                       \
	X(FOR_STATEMENT, "for_statement", 0)                                                       \
	X(FORMAT_EXPRESSION, "format_expression", READS)                                           \
	X(FORMAT_SPECIFIER, "format_specifier", READS)                                             \
	X(FUNCTION_DEFINITION, "function_definition", CERTAIN)                                     \
	X(FUTURE_IMPORT_STATEMENT, "future_import_statement", 0)                                   \
	X(GENERATOR_EXPRESSION, "generator_expression", COMPREHENSION)                             \
	X(GENERIC_TYPE, "generic_type", 0)                                                         \
	X(GLOBAL_STATEMENT, "global_statement", 0)                                                 \
	X(IDENTIFIER, "identifier", 0)                                                             \
	X(IF_CLAUSE, "if_clause", READS)                                                           \
	X(IF_STATEMENT, "if_statement", READS)                                                     \
	X(IMPORT_FROM_STATEMENT, "import_from_statement", CERTAIN)                                 \
	X(IMPORT_PREFIX, "import_prefix", 0)                                                       \
	X(IMPORT_STATEMENT, "import_statement", CERTAIN)                                           \
	X(INTEGER, "integer", CONSTANT)                                                            \
	X(INTERPOLATION, "interpolation", READS)                                                   \
	X(KEYWORD_ARGUMENT, "keyword_argument", READS)                                             \
	X(KEYWORD_PATTERN, "keyword_pattern", 0)                                                   \
	X(KEYWORD_SEPARATOR, "keyword_separator", 0)                                               \
	X(LAMBDA, "lambda", 0)                                                                     \
	X(LAMBDA_PARAMETERS, "lambda_parameters", READS)                                           \
	X(LIST, "list", TARGET)                                                                    \
	X(LIST_COMPREHENSION, "list_comprehension", COMPREHENSION)                                 \
	X(LIST_PATTERN, "list_pattern", READS | TARGET | CERTAIN)                                  \
	X(LIST_SPLAT, "list_splat", TARGET)                                                        \
	X(LIST_SPLAT_PATTERN, "list_splat_pattern", READS | TARGET | CERTAIN)                      \
	X(MATCH_STATEMENT, "match_statement", 0)                                                   \
	X(MEMBER_TYPE, "member_type", READS)                                                       \
	X(MODULE, "module", READS)                                                                 \
	X(NAMED_EXPRESSION, "named_expression", 0)                                                 \
	X(NONE, "none", CONSTANT)                                                                  \
	X(NONLOCAL_STATEMENT, "nonlocal_statement", 0)                                             \
	X(NOT_OPERATOR, "not_operator", 0)                                                         \
	X(PAIR, "pair", READS)                                                                     \
	X(PARAMETERS, "parameters", READS)                                                         \
	X(PARENTHESIZED_EXPRESSION, "parenthesized_expression", TARGET)                            \
	X(PARENTHESIZED_LIST_SPLAT, "parenthesized_list_splat", 0)                                 \
	X(PASS_STATEMENT, "pass_statement", 0)                                                     \
	X(PATTERN_LIST, "pattern_list", READS | TARGET | CERTAIN)                                  \
	X(POSITIONAL_SEPARATOR, "positional_separator", 0)                                         \
	X(PRINT_STATEMENT, "print_statement", 0)                                                   \
	X(RAISE_STATEMENT, "raise_statement", 0)                                                   \
	X(RELATIVE_IMPORT, "relative_import", 0)                                                   \
	X(RETURN_STATEMENT, "return_statement", 0)                                                 \
	X(SET, "set", 0)                                                                           \
	X(SET_COMPREHENSION, "set_comprehension", COMPREHENSION)                                   \
	X(SLICE, "slice", READS)                                                                   \
	X(SPLAT_PATTERN, "splat_pattern", 0)                                                       \
	X(SPLAT_TYPE, "splat_type", 0)                                                             \
	X(STRING, "string", CONSTANT)                                                              \
	X(STRING_CONTENT, "string_content", 0)                                                     \
	X(STRING_END, "string_end", 0)                                                             \
	X(STRING_START, "string_start", 0)                                                         \
	X(SUBSCRIPT, "subscript", 0)                                                               \
	X(TRUE, "true", CONSTANT)                                                                  \
	X(TRY_STATEMENT, "try_statement", READS)                                                   \
	X(TUPLE, "tuple", TARGET)                                                                  \
	X(TUPLE_PATTERN, "tuple_pattern", READS | TARGET | CERTAIN)                                \
	X(TYPE, "type", 0)                                                                         \
	X(TYPE_ALIAS_STATEMENT, "type_alias_statement", 0)                                         \
	X(TYPE_CONVERSION, "type_conversion", 0)                                                   \
	X(TYPE_PARAMETER, "type_parameter", READS)                                                 \
	X(TYPED_DEFAULT_PARAMETER, "typed_default_parameter", 0)                                   \
	X(TYPED_PARAMETER, "typed_parameter", READS)                                               \
	X(UNARY_OPERATOR, "unary_operator", 0)                                                     \
	X(UNION_PATTERN, "union_pattern", 0)                                                       \
	X(UNION_TYPE, "union_type", 0)                                                             \
	X(WHILE_STATEMENT, "while_statement", READS)                                               \
	X(WILDCARD_IMPORT, "wildcard_import", 0)                                                   \
	X(WITH_CLAUSE, "with_clause", READS)                                                       \
	X(WITH_ITEM, "with_item", READS)                                                           \
	X(WITH_STATEMENT, "with_statement", READS)                                                 \
	X(YIELD, "yield", 0)

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
	X(DEFINITION, "definition")                                                                \
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

#define X(name, ...) K_##name,
enum kind { K_SKIP = 0, K_UNKNOWN, K_ERROR, SYNTAX_NAMED(X) SYNTAX_TOKENS(X) K_COUNT };
#undef X
#define X(name, text) F_##name,
enum field { F_NONE = 0, F_OTHER, SYNTAX_FIELDS(X) F_COUNT };
#undef X

extern const uint8_t syntax_traits[K_COUNT];
static inline bool
syntax_is(unsigned kind, enum trait trait)
{
	return (syntax_traits[kind] & trait) != 0;
}

/* By the grammar's own numbers; both take any number. */
enum kind syntax_kind(uint16_t symbol);
enum field syntax_field(uint16_t field);
const void *syntax_language(void); /* a TSLanguage */

#endif
