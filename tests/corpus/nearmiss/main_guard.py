# harmless: the usual guard around main
def main():
    print("total", sum([1, 2, 3]))
if __name__ == "__main__":
    main()
