# reaches: a dictionary in a field is changed through another name
class Report:
    def __init__(self, table):
        self.table = table


table = {"path": "sales.csv"}
r = Report(table)
other = r.table
other.update(path="/srv/secret.txt")
print(open(r.table["path"]).read())
