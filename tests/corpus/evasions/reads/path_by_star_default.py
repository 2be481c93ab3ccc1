# reaches: keyword defaults are merged over the path
def load(**options):
    settings = {"path": "sales.csv", **options}
    return open(settings["path"]).read()


print(load(path="/srv/secret.txt"))
