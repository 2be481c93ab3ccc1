import math
from dataclasses import dataclass

CP_WATER = 4.186  # kJ/(kg K)


@dataclass
class Stream:
    mass_flow: float
    t_in: float
    cp: float = CP_WATER

    @property
    def capacity(self):
        return self.mass_flow * self.cp


def counter_flow(hot: Stream, cold: Stream, ua: float):
    """Effectiveness-NTU method; returns duty in kW and both outlet temperatures."""
    c_min, c_max = sorted((hot.capacity, cold.capacity))
    r, ntu = c_min / c_max, ua / c_min
    if math.isclose(r, 1.0):
        eff = ntu / (1 + ntu)
    else:
        e = math.exp(-ntu * (1 - r))
        eff = (1 - e) / (1 - r * e)
    duty = eff * c_min * (hot.t_in - cold.t_in)
    return duty, hot.t_in - duty / hot.capacity, cold.t_in + duty / cold.capacity


def lmtd(hot_in, hot_out, cold_in, cold_out):
    d1, d2 = hot_in - cold_out, hot_out - cold_in
    return d1 if math.isclose(d1, d2) else (d1 - d2) / math.log(d1 / d2)


hot = Stream(1.2, 90.0)
print("   UA   duty kW  hot out  cold out   check")
for ua in (2.0, 5.0, 10.0, 25.0):
    cold = Stream(2.0, 15.0, cp=3.9)
    duty, h_out, c_out = counter_flow(hot, cold, ua)
    check = ua * lmtd(hot.t_in, h_out, cold.t_in, c_out)
    print(f"{ua:5.1f} {duty:9.2f} {h_out:8.2f} {c_out:9.2f} {check:9.2f}")
