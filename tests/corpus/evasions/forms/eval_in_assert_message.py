# reaches: eval in the message of a failing assertion
try:
    assert 0, eval(open("notes.txt").read())
except AssertionError:
    pass
