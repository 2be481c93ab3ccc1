"""A tiny template language: the template is parsed once, then rendered many times."""
import re

TOKEN = re.compile(r"({{.*?}}|{%.*?%})", re.S)


class Template:
    def __init__(self, nodes):
        self.nodes = nodes

    @classmethod
    def compile(cls, source):
        root, stack = [], []
        current = root
        for piece in TOKEN.split(source):
            if piece.startswith("{{"):
                current.append(("value", piece[2:-2].strip().split("|")))
            elif piece.startswith("{%"):
                words = piece[2:-2].split()
                if words[0] == "for":
                    block = []
                    current.append(("for", words[1], words[3], block))
                    stack.append(current)
                    current = block
                elif words[0] == "end":
                    current = stack.pop()
                else:
                    raise SyntaxError(f"unknown tag {words[0]}")
            elif piece:
                current.append(("text", piece))
        if stack:
            raise SyntaxError("unclosed block")
        return cls(root)

    FILTERS = {"upper": str.upper, "money": lambda v: f"{float(v):.2f}", "len": lambda v: str(len(v))}

    @staticmethod
    def lookup(path, scope):
        value = scope
        for part in path.split("."):
            value = value[part]
        return value

    def render(self, **scope):
        return "".join(self._render(self.nodes, scope))

    def _render(self, nodes, scope):
        for node in nodes:
            match node:
                case ("text", text):
                    yield text
                case ("value", [path, *filters]):
                    value = self.lookup(path, scope)
                    for name in filters:
                        value = self.FILTERS[name](value)
                    yield str(value)
                case ("for", name, path, block):
                    for item in self.lookup(path, scope):
                        yield from self._render(block, {**scope, name: item})


page = Template.compile("""{{title|upper}} ({{lines|len}} lines)
{% for line in lines %}- {{line.sku}}: {{line.qty}} x {{line.price|money}}
{% end %}Thanks, {{customer.name}}!""")
print(page.render(title="order 7", customer={"name": "C-12"}, lines=[{"sku": "AX1", "qty": 3, "price": 4.5}, {"sku": "CX3", "qty": 1, "price": 7}]))
try:
    Template.compile("{% for x in y %}")
except SyntaxError as e:
    print(e)
