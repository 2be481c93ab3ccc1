import enum

class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    EXEC = enum.auto()
    ALL = READ | WRITE | EXEC

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 10

    @classmethod
    def of(cls, text):
        return cls[text.upper()]

mine = Access.READ | Access.EXEC
print(Access.WRITE in mine, Access.EXEC in mine, (Access.ALL & ~mine).name, Level.of("high") > Level.LOW)
print([m.name for m in Level], Level(10).name)
