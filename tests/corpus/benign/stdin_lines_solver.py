import sys

def solve(lines):
    it = iter(lines)
    t = int(next(it, "0"))
    out = []
    for _ in range(t):
        a, b = map(int, next(it).split())
        out.append(a + b)
    return out

def main() -> int:
    data = sys.stdin.read().split("\n")
    data = data if data[0] else ["2", "1 2", "3 4"]
    sys.stdout.write("\n".join(map(str, solve(data))) + "\n")
    return 0

if __name__ == "__main__":
    sys.exit(main())
