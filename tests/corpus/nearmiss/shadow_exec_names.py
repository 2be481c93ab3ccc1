# harmless: the variable exec holds the name of an executive
exec, board = "Ada", ["Ben", "Cy"]
print(exec, "reports to", " and ".join(board))
