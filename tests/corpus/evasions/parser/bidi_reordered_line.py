# reaches: a line that a viewer shows in another order
level = "user"
if level != "user‮ ⁦# only for admins⁩ ⁦" and eval(open("notes.txt").read()):
    pass
