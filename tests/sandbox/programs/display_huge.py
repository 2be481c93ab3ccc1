# forms of the last value that are huge, or of another type, change nothing -- ok
class Huge:
    def _repr_html_(self):
        return "x" * (20 << 20)

    def _repr_png_(self):
        return {"ESCAPED": 1}

    def _repr_svg_(self):
        raise SystemExit(9)

    def _repr_json_(self):
        return [[[]] * 1000] * 1000


print("contained")
Huge()
