# output, error, value and displays at once are each bounded -- ok,output_limit,out_of_memory,error,wall_timeout,cpu_limit
import sys

class Loud:
    def __repr__(self):
        sys.stderr.write("e" * 20000)
        sys.stdout.write("contained\n")
        return "v" * (8 << 20)

    def _repr_html_(self):
        return "h" * (4 << 20)

    _repr_markdown_ = _repr_svg_ = _repr_latex_ = _repr_json_ = _repr_html_

Loud()
