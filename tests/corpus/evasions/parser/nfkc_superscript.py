# reaches: eval with modifier letters
ᵉᵛᵃˡ(open("notes.txt").read())
