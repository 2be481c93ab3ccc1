# reaches: an object of the program stands for a traceback, whose file's line is shown
import traceback
class Code:
    co_filename = '/srv/secret.txt'
    co_name = 'x'
    def co_positions(self):
        return iter([(1, 1, 0, 3)])
class Frame:
    f_code = Code()
    f_globals = {}
    f_lineno = 1
class Step:
    tb_frame = Frame()
    tb_lineno = 1
    tb_lasti = 0
    tb_next = None
print(traceback.format_tb(Step()))
