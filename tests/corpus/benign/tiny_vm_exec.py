"""A stack machine for a small calculator language."""


class VirtualMachine:
    def __init__(self):
        self.stack = []
        self.variables = {}
        self.output = []

    def exec(self, instruction):
        op, *args = instruction.split()
        handler = self.OPS.get(op)
        if handler is None:
            raise NotImplementedError(f"no such instruction: {op}")
        handler(self, *args)

    def run(self, program):
        for line in program.strip().splitlines():
            line = line.split("#")[0].strip()
            if line:
                self.exec(line)
        return self.output

    def push(self, value):
        self.stack.append(float(value))

    def binary(self, symbol):
        b, a = self.stack.pop(), self.stack.pop()
        self.stack.append({"+": a + b, "-": a - b, "*": a * b}[symbol])

    def store(self, name):
        self.variables[name] = self.stack.pop()

    def load(self, name):
        self.stack.append(self.variables[name])

    def out(self):
        self.output.append(self.stack.pop())

    OPS = {"PUSH": push, "BIN": binary, "STORE": store, "LOAD": load, "PRINT": out}


program = """
PUSH 6        # width
STORE w
PUSH 7
STORE h
LOAD w
LOAD h
BIN *
PRINT         # area
LOAD w
LOAD h
BIN +
PUSH 2
BIN *
PRINT         # perimeter
"""

vm = VirtualMachine()
print(vm.run(program))
print(vm.variables)
try:
    vm.exec("JUMP 3")
except NotImplementedError as e:
    print(e)
