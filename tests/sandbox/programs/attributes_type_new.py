# by the metaclass's own function -- violation
# with: guard attributes rule=attribute.dunder
T = type.__new__(type, "T", (), {"__de" + "l__": print})
print("ESCAPED")
