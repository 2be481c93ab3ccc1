/* SPDX-License-Identifier: MIT */
#include "sse.h"

/* The field's value where the line is of that field; one blank behind the colon is no part of it.
 */
static bool
field(struct str line, struct str name, struct str *value)
{
	if (!str_starts(line, name) || line.n == name.n || line.p[name.n] != ':')
		return false;
	*value = str_slice(line, name.n + 1, line.n);
	if (value->n > 0 && value->p[0] == ' ')
		*value = str_slice(*value, 1, value->n);
	return true;
}

static bool
join(struct arena *a, struct str *data, bool has_data, struct str line)
{
	if (!has_data) {
		*data = line;
		return true;
	}
	char *joined = arena_alloc(a, data->n + 1 + line.n);
	if (!joined)
		return false;
	memcpy(joined, data->p, data->n);
	joined[data->n] = '\n';
	memcpy(joined + data->n + 1, line.p, line.n);
	*data = (struct str){joined, data->n + 1 + line.n};
	return true;
}

bool
sse_next(struct arena *a, struct str *rest, struct sse_event *out)
{
	struct str line, value;
	bool has_data = false;

	*out = (struct sse_event){STR(""), STR("")};
	while (str_cut(rest, '\n', &line)) {
		if (line.n > 0 && line.p[line.n - 1] == '\r')
			line.n--;
		if (line.n == 0 && has_data)
			return true;
		if (line.n == 0)
			out->name = STR("");
		else if (field(line, STR("event"), &value))
			out->name = value;
		else if (field(line, STR("data"), &value)) {
			if (!join(a, &out->data, has_data, value)) {
				*rest = STR("");
				return false;
			}
			has_data = true;
		}
	}
	return has_data;
}
