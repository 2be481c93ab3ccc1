def read_numbers(text):
    return [float(x) for x in text.replace(",", " ").split()]

values = read_numbers("3, 4, 5.5 6")
print("sum", sum(values), "mean", sum(values) / len(values))
