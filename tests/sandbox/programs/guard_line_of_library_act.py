# the line is the program's own, also where a library acts -- violation
# with: guard modules=fileinput rule=files.read line=9
import fileinput


def lines(name):
    text = ""
    try:
        for line in fileinput.input([name]):
            text += line
    except BaseException:
        pass
    return text


print("ESCAPED", lines("/etc/passwd"))
