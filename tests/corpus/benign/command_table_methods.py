class Shell:
    """A pretend shell: commands are methods."""

    def __init__(self):
        self.files = {"a.txt": "alpha"}
        self.commands = {"open": self.open, "exec": self.exec, "system": self.system}

    def open(self, name):
        return self.files.get(name, "")

    def exec(self, text):
        name, *args = text.split()
        return self.commands[name](*args)

    def system(self):
        return f"{len(self.files)} files"

shell = Shell()
print(shell.exec("open a.txt"), shell.exec("system"))
