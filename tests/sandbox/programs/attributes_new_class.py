# through types.new_class -- violation
# with: guard attributes modules=types rule=attribute.dunder
import types

types.new_class("T", (), {}, lambda names: names.update({"__de" + "l__": print}))
print("ESCAPED")
