import os
import json

output_dir = "results"
os.makedirs(output_dir, exist_ok=True)
experiments = [{"lr": 0.1, "n": 3}, {"lr": 0.01, "n": 4}]
for idx, exp in enumerate(experiments):
    path = os.path.join(output_dir, f"exp_{idx}_lr{exp['lr']}.json")
    with open(path, "w") as f:
        json.dump(exp, f)
print(len(os.listdir(output_dir)))
