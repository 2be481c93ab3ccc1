"""Steady state of a two-tank mixing plant by fixed-point iteration."""
from typing import Dict

Stream = Dict[str, float]


def mix(*streams: Stream) -> Stream:
    flow = sum(s["flow"] for s in streams)
    salt = sum(s["flow"] * s["salt"] for s in streams)
    return {"flow": flow, "salt": salt / flow if flow else 0.0}


def split(stream: Stream, fraction: float) -> tuple[Stream, Stream]:
    part = {**stream, "flow": stream["flow"] * fraction}
    rest = {**stream, "flow": stream["flow"] * (1 - fraction)}
    return part, rest


def evaporate(stream: Stream, water: float) -> Stream:
    flow = stream["flow"] - water
    return {"flow": flow, "salt": stream["flow"] * stream["salt"] / flow}


def solve(feed: Stream, recycle_fraction=0.4, water=12.0, tolerance=1e-10):
    recycle: Stream = {"flow": 0.0, "salt": 0.0}
    for iteration in range(1, 500):
        inlet = mix(feed, recycle)
        concentrate = evaporate(inlet, water)
        new_recycle, product = split(concentrate, recycle_fraction)
        change = abs(new_recycle["flow"] - recycle["flow"]) + abs(new_recycle["salt"] - recycle["salt"])
        recycle = new_recycle
        if change < tolerance:
            return product, recycle, iteration
    raise RuntimeError("did not converge")


product, recycle, iterations = solve({"flow": 100.0, "salt": 0.05})
print(f"converged: {iterations < 100}")
print(f"product: {product['flow']:.3f} kg/h with {product['salt']:.4%} salt")
print(f"recycle: {recycle['flow']:.3f} kg/h")
print(f"salt in 5.000 kg/h, salt out {product['flow'] * product['salt']:.3f} kg/h")
