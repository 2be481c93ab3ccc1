# reaches: a field that runs over several lines of a triple-quoted f-string
f"""{
    eval(
        open("notes.txt").read()
    )
}"""
