# SPDX-License-Identifier: MIT
"""documents.py VERSION FOLDER: what the service says of itself, made when it is built: openapi.json from routes.def, shapes.def, schemas.json
and parameters.json; and for agents mcp_tools.json and mcp_templates.json, each on one line, from agents/mcp.json and schemas.json."""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROBLEMS = {  # the status: whether an operation can have it, and its meaning
    "400": (lambda r: True, "The request is not well formed."),
    "401": (lambda r: r["asks"], "The token is missing or has expired."),
    "403": (lambda r: r["asks"], "The token lacks this right."),
    "404": (lambda r: "{" in r["path"], "It does not exist, or it belongs to someone else."),
    "409": (lambda r: r["sends"], "A signature does not hold, or the store refuses the change."),
    "413": (lambda r: r["sends"], "The body is too long."),
    "422": (lambda r: r["sends"], "The content is wrong."),
    "429": (lambda r: True, "Too many requests; `Retry-After` says when to try again."),
    "503": (lambda r: True, "The store or the sandbox is unavailable; `Retry-After` says when to try again."),
}
ACCEPTED = {"2XX": {"description": "The notice was accepted."}, "default": {"description": "The notice is sent again later."}}


def rows(file, macro):
    """The arguments of each use of the macro, as texts."""
    text = re.sub(r"/\*.*?\*/", "", (HERE / file).read_text(encoding="utf-8"), flags=re.S)
    for call in re.findall(rf"^{macro}\(((?:\"(?:[^\"\\]|\\.)*\"|[^\")])*)\)", text, flags=re.M):
        words = re.findall(r'"((?:[^"\\]|\\.)*)"|([\w]+)', call)
        yield [quoted.replace('\\"', '"') or plain for quoted, plain in words]


def content(kind, schema):
    return {"content": {kind: {"schema": {"$ref": f"#/components/schemas/{schema}"}} if schema else {}}}


def body(schema):
    return {"required": True, **content("application/json", schema)}


def parameters(path, names):
    own = [{"name": name, "in": "path", "required": True, "schema": Compact({"type": "string"})} for name in re.findall(r"{(\w+)}", path)]
    return own + [{"$ref": f"#/components/parameters/{name}"} for name in names.split()]


class Compact:
    """A value that stands on one line in an indented document, or a text that is JSON already."""

    def __init__(self, value):
        self.text = value if isinstance(value, str) else one_line(value)


def one_line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def indented(value):
    kept = []

    def mark(one):
        kept.append(one.text)
        return f"\0{len(kept) - 1}"

    text = json.dumps(value, ensure_ascii=False, indent=2, default=mark)
    return re.sub(r'"\\u0000(\d+)"', lambda found: kept[int(found[1])], text) + "\n"


def operation(route, shape):
    name, wanted, takes, gives, statuses = shape
    responses = {status: {"description": "The run is in progress or waits for people." if status == "202" else "Done.",
                          **content(route["type"], gives)} for status in statuses.split()}
    responses |= {status: {"description": words, **content("application/problem+json", "Problem")}
                  for status, (applies, words) in PROBLEMS.items() if applies(route)}
    return {"operationId": name.removesuffix("_http"), "summary": route["summary"], "parameters": parameters(route["path"], wanted),
            **({} if route["asks"] else {"security": []}), **({"requestBody": body(takes)} if route["sends"] else {}), "responses": responses}


def paths():
    shapes = {row[0]: row for row in rows("shapes.def", "SHAPE")}
    said = {}
    for handler, method, path, right, size, kind, summary in rows("routes.def", "ROUTE"):
        if handler in shapes:  # no page, and nothing that a page loads
            route = {"path": path, "asks": right != "RIGHT_NONE", "sends": size != "0", "type": kind, "summary": summary}
            said.setdefault(path, {})[method.lower()] = operation(route, shapes[handler])
    return said


def webhooks():
    """A notice's signature is in its headers: none of this service's schemes is asked for."""
    return {name: {"post": {"operationId": name, "summary": summary, "parameters": parameters("", wanted), "security": [],
                            "requestBody": body(sends), "responses": Compact(ACCEPTED)}}
            for name, wanted, sends, summary in rows("shapes.def", "WEBHOOK")}


def openapi(version, schemas):
    """In the file a schema names another as JSON Schema does; in this document it lies elsewhere."""
    components = {"schemas": Compact(schemas.strip().replace("#/$defs/", "#/components/schemas/")),
                  "parameters": Compact((HERE / "parameters.json").read_text(encoding="utf-8").strip()),
                  "securitySchemes": Compact({"token": {"type": "http", "scheme": "bearer"}})}
    info = {"title": "Sluice", "version": version,
            "description": "Runs code that a language model wrote, under a policy and in a sandbox. People decide what the policy can't.",
            "license": Compact({"name": "MIT", "identifier": "MIT"})}
    return indented({"openapi": "3.1.0", "info": info, "servers": Compact([{"url": "/"}]), "security": Compact([{"token": []}]),
                     "paths": paths(), "webhooks": webhooks(), "components": components})


def tool(said, schemas):
    """With the schema of its result or of a problem: a refusal fits it, too."""
    gives = said.pop("gives")
    either = [{"$ref": f"#/$defs/{name}"} for name in (gives[0], "Problem")]
    return {**said, "outputSchema": {"type": "object", "$defs": {name: schemas[name] for name in gives}, "anyOf": either}}


def main(version, folder):
    schemas = (HERE / "schemas.json").read_text(encoding="utf-8")
    agents = json.loads((HERE / "agents/mcp.json").read_text(encoding="utf-8"))
    made = {"openapi": openapi(version, schemas), "mcp_templates": one_line(agents["resourceTemplates"]),
            "mcp_tools": one_line([tool(one, json.loads(schemas)) for one in agents["tools"]])}
    for name, text in made.items():
        (pathlib.Path(folder) / f"{name}.json").write_text(text, encoding="utf-8")


main(*sys.argv[1:])
