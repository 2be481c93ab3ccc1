# a form of the last value that never ends meets the limits -- cpu_limit,wall_timeout
# with: cpu_ms=300 wall_ms=20000
class Endless:
    def _repr_html_(self):
        while True:
            pass


Endless()
