# reaches: exec appended by augmented assignment
stages = [abs]
stages += exec,
stages.pop()(open("steps.txt").read())
