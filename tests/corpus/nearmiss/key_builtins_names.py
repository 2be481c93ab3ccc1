# harmless: a glossary whose keys are the names of builtins
glossary = {"eval": "work out", "exec": "carry out", "compile": "put together", "open": "not closed"}
print(", ".join(sorted(glossary)))
