# harmless: walrus in a loop over chunks
numbers = list(range(7))
while (chunk := numbers[:3]):
    numbers = numbers[3:]
    print(sum(chunk))
