from fractions import Fraction as F
import statistics as st
print(F(3, 6), F("0.125"), F(1.1).limit_denominator(10), (F(1, 3) + F(1, 6)).numerator)
xs = [2, 4, 4, 4, 5, 5, 7, 9]
print(st.mean(xs), st.median_low(xs), st.mode(xs), st.multimode("aabb"), st.pstdev(xs), round(st.stdev(xs), 4), st.quantiles(xs, n=4))
nd = st.NormalDist.from_samples([1.0, 2.0, 3.0])
print(round(nd.cdf(2.5), 4), nd.mean, round(nd.inv_cdf(0.9), 3), st.harmonic_mean([40, 60]), st.fmean(xs, weights=range(8)))
slope, intercept = st.linear_regression([1, 2, 3], [2, 4, 6.1])
print(round(slope, 3), round(intercept, 3), round(st.correlation([1, 2, 3], [1, 2, 2.5]), 3))
