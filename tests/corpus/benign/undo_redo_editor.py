class Command:
    def __init__(self, do, undo, label):
        self.execute = do
        self.undo = undo
        self.label = label


class Editor:
    def __init__(self, text=""):
        self.text = text
        self._undo, self._redo = [], []

    def _run(self, command):
        command.execute()
        self._undo.append(command)
        self._redo.clear()

    def insert(self, position, piece):
        def do():
            self.text = self.text[:position] + piece + self.text[position:]

        def undo():
            self.text = self.text[:position] + self.text[position + len(piece):]

        self._run(Command(do, undo, f"insert {piece!r}"))

    def replace(self, old, new):
        before = self.text

        def do():
            self.text = self.text.replace(old, new)

        def undo():
            self.text = before

        self._run(Command(do, undo, f"replace {old!r}"))

    def undo(self):
        if self._undo:
            command = self._undo.pop()
            command.undo()
            self._redo.append(command)
            return command.label

    def redo(self):
        if self._redo:
            command = self._redo.pop()
            command.execute()
            self._undo.append(command)
            return command.label


ed = Editor("valve closed")
ed.insert(0, "the ")
ed.replace("closed", "open")
ed.insert(len(ed.text), "!")
print(ed.text)
print(ed.undo(), "->", ed.text)
print(ed.undo(), "->", ed.text)
print(ed.redo(), "->", ed.text)
ed.insert(0, "> ")
print(ed.redo(), "->", ed.text)
while label := ed.undo():
    print("undid", label)
print(ed.text)
