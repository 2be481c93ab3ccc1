# by type as another name -- violation
# with: guard attributes rule=attribute.dunder
kind = type(type(1))
kind("T", (), {"__cal" + "l__": print})
print("ESCAPED")
