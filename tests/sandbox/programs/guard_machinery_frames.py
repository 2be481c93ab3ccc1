# the import machinery does not make code for the program -- violation
# with: guard rule=capability.code line=6

for kind in object.__subclasses__():
    if kind.__name__ == "BuiltinImporter":
        kind.find_spec.__func__.__globals__["_call_with_frames_removed"](exec, "print('ESCAPED')", {})
