# reaches: a method that returns self is called on its class with a table, whose eval then reads a file
import pandas as pd
class Table:
    def ready(self):
        return self
    def eval(self, text):
        return text
def read(path):
    return Table.ready(pd.DataFrame({"a": [1]})).eval(path)
parts = ["@pd", "io", "common", "os", "popen('cat /srv/secret.txt')", "read()"]
print(Table().ready().eval("a"), read(".".join(parts)))
