# a violation can not be caught -- violation
# with: guard
try:
    eval("1")
except BaseException:
    pass
finally:
    print("ESCAPED")
