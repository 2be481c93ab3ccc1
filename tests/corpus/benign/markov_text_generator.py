import random
import re
from collections import defaultdict

with open("essay.txt") as f:
    words = re.findall(r"[\w']+|[.,;:!?]", f.read())

ORDER = 1
model = defaultdict(list)
for i in range(len(words) - ORDER):
    model[tuple(words[i:i + ORDER])].append(words[i + ORDER])


def generate(seed, length=25):
    rng = random.Random(seed)
    state = rng.choice([k for k in model if k[0][0].isupper()])
    out = list(state)
    while len(out) < length and state in model:
        out.append(rng.choice(model[state]))
        state = tuple(out[-ORDER:])
    text = " ".join(out)
    return re.sub(r" ([.,;:!?])", r"\1", text)


for seed in range(3):
    print(f"{seed}: {generate(seed)}")
branching = sum(len(set(v)) for v in model.values()) / len(model)
print(f"states: {len(model)}, mean branching {branching:.2f}")
