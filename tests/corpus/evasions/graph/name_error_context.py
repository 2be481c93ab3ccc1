# reaches: the traceback of a NameError's context
try:
    try:
        absent
    except NameError:
        None.real
except AttributeError as e:
    e.__context__.__traceback__.tb_frame.f_globals["__builtins__"].eval(open("notes.txt").read())
