# reaches: a call to eval split over continued lines
eval\
    (\
        open("notes.txt").read()  # the text
    )
