/* SPDX-License-Identifier: MIT */
/* openapi.c: the OpenAPI document, which documents.py makes of the table of paths, and the schemas by themselves. */
#include "routes.h"

extern const char api_openapi[], api_schemas[];
extern const size_t api_openapi_bytes, api_schemas_bytes;

bool
openapi_http(struct request *r, struct answer *out, struct err *err)
{
	(void)r;
	(void)err;
	buf_str(&out->body, (struct str){api_openapi, api_openapi_bytes});
	return true;
}

/* Their names in the path, and in the file. */
static const struct {
	const char *name, *definition;
} PUBLISHED[] = {{"task", "Task"}, {"run", "Run"}, {"event", "Event"}, {"record", "Record"},
    {"progress", "Progress"}, {"notice", "Notice"}, {"problem", "Problem"}};

bool
schemas_http(struct request *r, struct answer *out, struct err *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(PUBLISHED); i++) {
		if (!str_is(r->parts[0], PUBLISHED[i].name))
			continue;
		buf_printf(&out->body,
		    "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n\"$id\": "
		    "\"urn:sluice:schema:v1:%s\",\n\"$ref\": \"#/$defs/%s\",\n\"$defs\": ",
		    PUBLISHED[i].name, PUBLISHED[i].definition);
		buf_str(&out->body, str_trim((struct str){api_schemas, api_schemas_bytes}));
		buf_text(&out->body, "}\n");
		return true;
	}
	return answer_missing(out, err, "schema", r->parts[0]);
}
