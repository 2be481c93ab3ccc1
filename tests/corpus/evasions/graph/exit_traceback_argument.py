# reaches: __exit__ is handed a traceback
class Guard:
    def __exit__(self, kind, value, trace):
        trace.tb_frame.f_builtins["eval"](open("notes.txt").read())
        return True
    def __enter__(self):
        pass
with Guard():
    raise ValueError
