# an exception's text is asked under the same limits -- cpu_limit,wall_timeout
# with: cpu_ms=1000 wall_ms=4000
class Endless(Exception):
    def __str__(self):
        while True:
            pass

raise Endless()
