# reaches: a path is joined from reversed text
print(open("".join(reversed("txt.terces/vrs/"))).read())
