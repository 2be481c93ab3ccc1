# harmless: a text that mentions os.system
advice = "Never call os.system or subprocess with text that users typed."
print(len(advice.split()))
