# reaches: a string that ends after two backslashes
path = "a\\"; eval(open("notes.txt").read()) #"
