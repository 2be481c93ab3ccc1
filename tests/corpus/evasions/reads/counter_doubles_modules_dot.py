# reaches: a class doubles the module's dot, under a name that it would count with
folder = "."


class Report:
    if len("x") > 1:
        folder = 1
    folder *= 2
    path = f"{folder}/srv/secret.txt"


print(open(Report.path).read())
