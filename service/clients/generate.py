#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The types of both clients, made from the service's schemas (service/schemas.json):

    generate.py python > python/sluice_client/types.py
    generate.py node > node/types.d.ts

What the service adds later is no error to a client: where a schema lists values, other texts are allowed besides.
"""
import json
import keyword
import pathlib
import re
import sys

SERVICE = pathlib.Path(__file__).resolve().parents[1]
BESIDE = {"Problem", "Notice"}  # of errors, and of webhooks: no path gives them
HEAD = "SPDX-License-Identifier: MIT", "Made by service/clients/generate.py from service/schemas.json. Do not edit."


def in_order(schemas):
    """What the paths take and give (service/shapes.def), each schema behind those that it names."""
    wanted = BESIDE | set(re.findall(r'"(\w+)"', (SERVICE / "shapes.def").read_text(encoding="utf-8"))) & set(schemas)
    done = {}

    def take(name):
        for other in re.findall(r'"#/\$defs/(\w+)"', json.dumps(schemas[name])):
            if other not in done:
                take(other)
        done[name] = schemas[name]

    for name in schemas:
        if name in wanted and name not in done:
            take(name)
    return done


class Language:
    """Words of one language. `nested` collects the objects that stand inside others, which get names of their own."""
    plain: dict[str, str] = {}
    anything = nothing = ""

    def __init__(self):
        self.nested = []

    def type_of(self, schema, name):
        if "$ref" in schema:
            return schema["$ref"].rsplit("/", 1)[1]
        for key in ("anyOf", "oneOf"):
            if key in schema and "properties" not in schema:
                return self.union([self.type_of(one, name) for one in schema[key]])
        if "const" in schema:
            return self.literal([schema["const"]])
        if "enum" in schema:
            return self.union([self.literal(schema["enum"]), self.plain["string"]])
        kinds = schema.get("type", [])
        return self.union([self.type_of_kind(kind, schema, name) for kind in ([kinds] if isinstance(kinds, str) else kinds)])

    def type_of_kind(self, kind, schema, name):
        if kind == "array":
            return self.list_of(self.type_of(schema.get("items", {}), name + "Item"))
        if kind == "object" and "properties" in schema:
            self.nested.append((name, schema))
            return name
        return self.plain[kind]

    def union(self, types):
        return " | ".join(dict.fromkeys(types)) or self.anything

    def write(self, schemas):
        out = []
        for name, schema in schemas.items():
            if "allOf" in schema:
                reference, rest = schema["allOf"]
                text = self.object_of(name, {**rest, "description": schema["description"]}, self.type_of(reference, name))
            elif "properties" in schema:
                text = self.object_of(name, schema, None)
            else:
                text = self.alias(name, self.type_of(schema, name), schema.get("description", ""))
            while self.nested:
                inner, of = self.nested.pop()
                out.append(self.object_of(inner, of, None))
            out.append(text)
        return self.around(out)

    def members(self, name, schema):
        for member, of in schema["properties"].items():
            yield member, self.type_of(of, name + member.title().replace("_", "")), member in schema.get("required", ()), of.get("description", "")


class Python(Language):
    plain = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "object": "dict[str, Any]"}
    anything = "Any"

    def literal(self, values):
        return f"Literal[{', '.join(str(v) if isinstance(v, bool) else json.dumps(v) for v in values)}]"

    def list_of(self, item):
        return f"list[{item}]"

    def alias(self, name, type_, about):
        return f"{name} = {type_}" + (f'\n"""{about}"""' if about else "")

    def object_of(self, name, schema, base):
        members = [(member, type_ if always else f"NotRequired[{type_}]", about)
                   for member, type_, always, about in self.members(name, schema)]
        about = schema.get("description", "")
        if any(keyword.iskeyword(member) for member, _, _ in members):
            lines = "".join(f"    {json.dumps(member)}: {type_},\n" for member, type_, _ in members)
            return f'{name} = TypedDict("{name}", {{\n{lines}}})' + (f'\n"""{about}"""' if about else "")
        head = f"class {name}({base or 'TypedDict'}):\n" + (f'    """{about}"""\n' if about else "")
        return head + "".join(f"    {member}: {type_}\n" + (f'    """{said}"""\n' if said else "") for member, type_, said in members).rstrip("\n")

    def around(self, parts):
        return (f'# {HEAD[0]}\n"""{HEAD[1]}"""\nfrom typing import Any, Literal, NotRequired, TypedDict\n\n\n' + "\n\n\n".join(parts) + "\n")


class Node(Language):
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null", "object": "Record<string, unknown>"}
    anything = "unknown"

    def literal(self, values):
        return " | ".join(json.dumps(v) for v in values)

    def union(self, types):
        return super().union([f"({t} & {{}})" if t == "string" and any('"' in other for other in types) else t for t in types])

    def list_of(self, item):
        return f"Array<{item}>"

    def alias(self, name, type_, about):
        return self.about(about, "") + f"export type {name} = {type_};"

    def object_of(self, name, schema, base):
        lines = "".join(f"{self.about(said, chr(9))}\t{member}{'' if always else '?'}: {type_};\n"
                        for member, type_, always, said in self.members(name, schema))
        return self.about(schema.get("description", ""), "") + f"export interface {name}{f' extends {base}' if base else ''} {{\n{lines}}}"

    @staticmethod
    def about(text, before):
        return f"{before}/** {text} */\n" if text else ""

    def around(self, parts):
        return f"// {HEAD[0]}\n// {HEAD[1]}\n\n" + "\n\n".join(parts) + "\n"


def main(language):
    sys.stdout.write({"python": Python, "node": Node}[language]().write(in_order(json.loads((SERVICE / "schemas.json").read_text(encoding="utf-8")))))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("python", "node"):
        sys.exit(f"usage: {sys.argv[0]} python | node")
    main(sys.argv[1])
