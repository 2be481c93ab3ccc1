# reaches: make_dataclass with a namespace whose method is exec
from dataclasses import make_dataclass
Row = make_dataclass("Row", ["a"], namespace={"__post_init__": lambda self: exec(self.a)})
Row(open("steps.txt").read())
