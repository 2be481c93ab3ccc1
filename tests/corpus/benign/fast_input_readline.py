import sys
input = sys.stdin.readline

def main():
    n = input().strip()
    if not n:
        print("no input")
        return
    print(sum(int(input()) for _ in range(int(n))))

main()
