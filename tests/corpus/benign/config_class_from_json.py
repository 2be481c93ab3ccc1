import json

class Config:
    def __init__(self, path="settings.json"):
        with open(path, encoding="utf-8") as f:
            self.values = json.load(f)

    def get(self, dotted, default=None):
        node = self.values
        for part in dotted.split("."):
            if not isinstance(node, dict) or part not in node:
                return default
            node = node[part]
        return node

config = Config()
print(type(config.values).__name__, config.get("no.such.key", "fallback"))
