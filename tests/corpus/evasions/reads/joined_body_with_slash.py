# reaches: slashes come between what is joined
print(open("/".join(str(x) for x in ["..", "srv", "secret.txt"])).read())
