class SingletonMeta(type):
    _instances = {}
    def __call__(cls, *args, **kwargs):
        if cls not in cls._instances:
            cls._instances[cls] = super().__call__(*args, **kwargs)
        return cls._instances[cls]
class Registry(metaclass=SingletonMeta):
    def __init__(self):
        self.items = {}
a, b = Registry(), Registry()
a.items["x"] = 1
print(a is b, b.items)
