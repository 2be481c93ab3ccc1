import numpy as np
rng = np.random.default_rng(seed=7)
print(rng.integers(0, 10, 5), rng.choice(["a", "b"], size=3, p=[.2, .8]), rng.permutation(4), rng.normal(1, 2, 2).round(2), rng.poisson(3, 3), rng.binomial(10, .5), rng.exponential(size=2).round(2), rng.uniform(low=-1, high=1).__round__(3) if False else round(rng.uniform(-1, 1), 3))
rng.shuffle(arr := np.arange(5)); print(arr, rng.multivariate_normal([0, 0], np.eye(2)).shape, rng.standard_normal((2, 2)).shape, rng.dirichlet([1, 2, 3]).sum().round(6), rng.geometric(.3) > 0, rng.beta(1, 2) < 1, rng.gamma(2.) > 0, rng.random(2).shape)
np.random.seed(0)
print(np.random.rand(2).round(3), np.random.randint(1, 7, size=4), np.random.randn(2).round(2), np.random.choice(5), np.random.RandomState(3).uniform().__class__.__name__)
ss = np.random.SeedSequence(5).spawn(2); print([np.random.default_rng(s).integers(100) for s in ss])
