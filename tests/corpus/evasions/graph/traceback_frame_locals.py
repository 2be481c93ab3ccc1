# reaches: a traceback shows the locals of the function that called
def inner():
    raise KeyError
def outer():
    secret_tool = eval
    inner()
try:
    outer()
except KeyError as e:
    e.__traceback__.tb_next.tb_frame.f_locals["secret_tool"](open("notes.txt").read())
