# harmless: Greek letters as names
μ, σ = 5.0, 2.0
Δ = [x - μ for x in (4, 6, 9)]
print([round(d / σ, 1) for d in Δ])
