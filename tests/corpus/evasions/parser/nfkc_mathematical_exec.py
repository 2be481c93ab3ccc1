# reaches: exec in mathematical letters
𝑒𝐱𝘦𝙘(open("steps.txt").read())
