from collections import ChainMap, OrderedDict, UserDict

class Upper(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)

defaults, user = {"colour": "red", "size": 3}, {"size": 5}
settings = ChainMap(user, defaults)
child = settings.new_child({"colour": "blue"})
u = Upper(a=1)
u.update(b=2)
order = OrderedDict.fromkeys("cab")
order.move_to_end("c")
print(child["colour"], settings["colour"], child["size"], dict(u), "".join(order))
