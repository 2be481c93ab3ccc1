# reaches: format_map fills the path in
print(open("/{dir}/{name}.txt".format_map({"dir": "srv", "name": "secret"})).read())
