import warnings


def mean_temperature(values, unit=None):
    if unit is None:
        warnings.warn("unit is missing, celsius assumed", UserWarning, stacklevel=2)
        unit = "C"
    offset = {"C": 0.0, "K": 273.15}[unit]
    return sum(v - offset for v in values) / len(values)


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(round(mean_temperature([20.5, 21.5]), 2))
    print(round(mean_temperature([293.15, 294.15], unit="K"), 2))

print(len(caught), "warning:", caught[0].message, f"({caught[0].category.__name__})")
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        mean_temperature([1])
    except UserWarning as w:
        print("as an error:", w)
