# harmless: variables named pickle, shelf and marshal
pickle = 3
shelf = {"jars": pickle}
marshal = sorted(shelf)
print(shelf["jars"], marshal)
