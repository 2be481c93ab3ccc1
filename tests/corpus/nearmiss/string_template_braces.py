# harmless: braces and dots in a text that is not a template
note = "use {0.name} or {x[key]} in your letters"
print(note.index("{"), note.upper()[:3])
