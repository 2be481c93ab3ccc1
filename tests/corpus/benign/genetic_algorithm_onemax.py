import random

TARGET = "steady state"
ALPHABET = "abcdefghijklmnopqrstuvwxyz "


class Individual:
    def __init__(self, genes):
        self.genes = genes
        self.fitness = sum(a == b for a, b in zip(genes, TARGET))

    @classmethod
    def random(cls, rng):
        return cls("".join(rng.choice(ALPHABET) for _ in TARGET))

    def crossover(self, other, rng):
        cut = rng.randrange(1, len(TARGET))
        return Individual(self.genes[:cut] + other.genes[cut:])

    def mutate(self, rng, rate=0.03):
        return Individual("".join(rng.choice(ALPHABET) if rng.random() < rate else g for g in self.genes))


def evolve(rng, size=120, limit=500):
    population = [Individual.random(rng) for _ in range(size)]
    for generation in range(limit):
        population.sort(key=lambda i: i.fitness, reverse=True)
        best = population[0]
        if generation % 20 == 0 or best.fitness == len(TARGET):
            print(f"{generation:>4} {best.genes!r} {best.fitness}/{len(TARGET)}")
        if best.fitness == len(TARGET):
            return generation
        parents = population[: size // 4]
        children = [rng.choice(parents).crossover(rng.choice(parents), rng).mutate(rng) for _ in range(size - 4)]
        population = population[:4] + children
    return None


print("solved in generation", evolve(random.Random(1)))
