# frames can not be walked to -- violation
# with: guard
def g():
    yield

print("ESCAPED", g().gi_frame.f_back)
