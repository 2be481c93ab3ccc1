# a last value whose text is endless meets the limits -- cpu_limit,wall_timeout
# with: cpu_ms=300 wall_ms=20000
class Endless:
    def __repr__(self):
        while True:
            pass

Endless()
