# harmless: a parameter named getattr is a table of attributes
def weigh(item, getattr):
    return getattr[item] * 2
print(weigh("apple", {"apple": 4}))
