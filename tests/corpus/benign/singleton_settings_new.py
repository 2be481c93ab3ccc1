import json


class Settings:
    _instance = None

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
            with open("settings.json") as f:
                cls._instance.values = json.load(f)
        return cls._instance

    def __getitem__(self, path):
        node = self.values
        for part in path.split("."):
            node = node[part]
        return node

    def get(self, path, default=None):
        try:
            return self[path]
        except (KeyError, TypeError):
            return default


a, b = Settings(), Settings()
print(a is b)
print(a["features.beta.ratio"], a.get("features.beta.colour", "none"), a.get("limits.x"), b["limits"])
a.values["retries"] = 5
print(b["retries"])
