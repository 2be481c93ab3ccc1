# reaches: eval chosen by a conditional expression
(len if 1 > 2 else eval)(open("notes.txt").read())
