# reaches: a running generator walks back to the caller's locals
import os as kit
def main():
    hidden = kit.environ
    def walk():
        yield g.gi_frame.f_back.f_back.f_locals
    g = walk()
    print(*(str(scope.get("hidden")) for scope in g))
main()
