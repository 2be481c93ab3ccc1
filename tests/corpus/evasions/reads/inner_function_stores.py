# reaches: an inner function binds the clean name anew
import re


def main():
    name = re.sub(r"\W", "", "none")

    def change():
        nonlocal name
        name = "/srv/secret"

    change()
    print(open(f"{name}.txt").read())


main()
