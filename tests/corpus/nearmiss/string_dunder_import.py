# harmless: a text that mentions __import__ and eval
lesson = "In Python, __import__('os') and eval(text) give a text power."
print(lesson.count("'"), "eval" in lesson)
