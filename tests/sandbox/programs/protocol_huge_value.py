# a last value with a huge text is cut -- ok
print("contained")
"x" * (4 << 20)
