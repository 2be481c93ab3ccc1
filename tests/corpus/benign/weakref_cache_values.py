import weakref

class Image:
    def __init__(self, name):
        self.name = name

cache = weakref.WeakValueDictionary()

def load(name):
    image = cache.get(name)
    if image is None:
        image = cache[name] = Image(name)
    return image

a, b = load("x"), load("x")
print(a is b, len(cache))
del a, b
print(len(cache), load("y").name)
