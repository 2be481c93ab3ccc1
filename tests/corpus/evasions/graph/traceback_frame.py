# reaches: a traceback's frame leads to builtins
try:
    1 / 0
except ZeroDivisionError as e:
    e.__traceback__.tb_frame.f_builtins["eval"](open("notes.txt").read())
