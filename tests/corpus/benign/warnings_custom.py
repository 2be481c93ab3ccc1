import warnings
class DataWarning(UserWarning):
    pass
def load(values):
    bad = [v for v in values if v is None]
    if bad:
        warnings.warn(f"{len(bad)} missing values", DataWarning, stacklevel=2)
    return [v for v in values if v is not None]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(load([1, None, 3]))
print([(w.category.__name__, str(w.message)) for w in caught])
warnings.filterwarnings("ignore", category=DataWarning)
print(load([None]))
warnings.filterwarnings("error", category=DeprecationWarning)
try:
    warnings.warn("old", DeprecationWarning)
except DeprecationWarning as e:
    print("raised", e)
