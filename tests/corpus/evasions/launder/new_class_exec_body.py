# reaches: types.new_class runs a body function with its namespace
import types
types.new_class("Row", (), {}, lambda space: space.update(a=exec(open("steps.txt").read())))
