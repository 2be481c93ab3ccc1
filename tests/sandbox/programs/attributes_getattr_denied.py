# a name of the list -- violation
# with: guard attributes rule=attribute.denied
def g():
    yield

print("ESCAPED", getattr(g(), "gi_" + "frame"))
