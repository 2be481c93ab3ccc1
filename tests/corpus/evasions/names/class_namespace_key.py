# reaches: a class body reads its namespace through vars
class Plan:
    e = exec
vars(Plan)["e"](open("steps.txt").read())
