import json
import random
import statistics as st

treatment = [5.1, 6.0, 5.8, 6.9, 5.5, 7.2, 6.4, 6.1]
control = [4.9, 5.2, 5.6, 4.4, 5.0, 5.9, 5.3, 4.8]


def permutation_p_value(a, b, rounds=5000, seed=3):
    rng = random.Random(seed)
    observed = st.fmean(a) - st.fmean(b)
    pooled = a + b
    extreme = 0
    for _ in range(rounds):
        rng.shuffle(pooled)
        difference = st.fmean(pooled[: len(a)]) - st.fmean(pooled[len(a):])
        extreme += abs(difference) >= abs(observed) - 1e-12
    return observed, extreme / rounds


def cohens_d(a, b):
    pooled_var = ((len(a) - 1) * st.variance(a) + (len(b) - 1) * st.variance(b)) / (len(a) + len(b) - 2)
    return (st.fmean(a) - st.fmean(b)) / pooled_var**0.5


difference, p = permutation_p_value(treatment, control)
print(json.dumps({"difference": round(difference, 4), "p_value": round(p, 4), "cohens_d": round(cohens_d(treatment, control), 3), "significant": p < 0.05}))
