from collections import Counter

BASES = "TCAG"
AMINO = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"
CODONS = {a + b + c: AMINO[16 * i + 4 * j + k] for i, a in enumerate(BASES) for j, b in enumerate(BASES) for k, c in enumerate(BASES)}
COMPLEMENT = str.maketrans("ACGT", "TGCA")


def translate(dna):
    return "".join(CODONS[dna[i:i + 3]] for i in range(0, len(dna) - 2, 3))


def reverse_complement(dna):
    return dna.translate(COMPLEMENT)[::-1]


def open_reading_frames(dna):
    for strand, seq in (("+", dna), ("-", reverse_complement(dna))):
        for frame in range(3):
            protein = translate(seq[frame:])
            start = protein.find("M")
            while start >= 0:
                stop = protein.find("*", start)
                if stop < 0:
                    break
                yield strand, frame, protein[start:stop]
                start = protein.find("M", stop)


dna = "CCATGGCTTGCAAACGTTAGGATGTTTCCCGGGTGACATTACGCATAAGCTTCATGAAATAG"
gc = (dna.count("G") + dna.count("C")) / len(dna)
print(f"length {len(dna)}, GC {gc:.1%}, composition {dict(sorted(Counter(dna).items()))}")
for strand, frame, protein in sorted(open_reading_frames(dna), key=lambda o: -len(o[2])):
    print(f"{strand}{frame} {protein} ({len(protein)} aa)")
