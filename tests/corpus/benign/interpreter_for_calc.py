import ast

def compute(text):
    return ast.literal_eval(text)

class Calculator:
    def __init__(self):
        self.stack = []

    def eval(self, text):
        for word in text.split():
            handler = getattr(self, f"do_{word}", None) if word.isalpha() else None
            if handler:
                handler()
            else:
                self.stack.append(float(word))
        return self.stack.pop()

    def do_add(self):
        self.stack.append(self.stack.pop() + self.stack.pop())

    def do_mul(self):
        self.stack.append(self.stack.pop() * self.stack.pop())

print(Calculator().eval("2 3 add 4 mul"), compute("[1, {'a': (2, 3)}]"))
