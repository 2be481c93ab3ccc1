# pages and pictures with script in them are only bytes -- ok
with open("page.html", "w") as f:
    f.write("<script>alert(1)</script>")
with open("picture.svg", "w") as f:
    f.write("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
with open("sheet.csv", "w") as f:
    f.write("=cmd|' /C calc'!A0\n")
print("contained")
