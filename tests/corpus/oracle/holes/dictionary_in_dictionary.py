# reaches: a file by a changed name, a key set through another way to the dictionary
def load(options):
    jobs = {}
    entry = {"options": options}
    jobs["first"] = entry
    jobs["first"]["options"]["path"] = "/srv/secret.txt"
    return open(options["path"]).read()


print(load({"path": "sales.csv"}))
