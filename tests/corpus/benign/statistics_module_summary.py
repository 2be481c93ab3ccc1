import json
import statistics as stats

readings = [14.2, 15.1, 13.9, 14.7, 22.8, 14.4, 15.0, 14.1, 14.9, 14.6]

q1, q2, q3 = stats.quantiles(readings, n=4, method="inclusive")
fence = 1.5 * (q3 - q1)
kept = [r for r in readings if q1 - fence <= r <= q3 + fence]

normal = stats.NormalDist.from_samples(kept)
summary = {
    "mean": round(stats.mean(readings), 3),
    "fmean_without_outliers": round(stats.fmean(kept), 3),
    "median": stats.median(readings),
    "median_low_high": [stats.median_low(readings), stats.median_high(readings)],
    "stdev": round(stats.stdev(readings), 3),
    "pvariance": round(stats.pvariance(readings), 3),
    "quartiles": [round(q, 3) for q in (q1, q2, q3)],
    "removed": sorted(set(readings) - set(kept)),
    "geometric": round(stats.geometric_mean(kept), 3),
    "harmonic_speed": round(stats.harmonic_mean([60, 40], weights=[2, 1]), 3),
    "mode": stats.multimode([1, 2, 2, 3, 3]),
    "p_above_15": round(1 - normal.cdf(15), 4),
    "z95": round(stats.NormalDist().inv_cdf(0.975), 4),
    "overlap": round(normal.overlap(stats.NormalDist(15, 0.5)), 4),
    "correlation": round(stats.correlation(range(5), [2, 4, 5, 4, 5]), 4),
}
print(json.dumps(summary, indent=2))
