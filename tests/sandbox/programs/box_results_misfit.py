# a name that the policy does not list is refused when it is opened -- violation
# with: guard results=*.csv,out/* rule=files.write line=6
def save(name):
    try:
        with open("a.csv", "w"):
            open(name, "w")
    except BaseException:
        pass

save("a.py")
print("ESCAPED")
