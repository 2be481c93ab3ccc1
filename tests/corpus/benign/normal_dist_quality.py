from statistics import NormalDist, correlation, linear_regression, quantiles

x = [1.0, 2.0, 3.0, 4.0, 5.0]
y = [2.1, 3.9, 6.2, 8.1, 9.8]
slope, intercept = linear_regression(x, y)
dist = NormalDist.from_samples(y)
print(round(slope, 3), round(intercept, 3), round(correlation(x, y), 4))
print(quantiles(y, n=4), round(dist.cdf(6.0), 3), round(NormalDist(100, 15).inv_cdf(0.95), 2))
