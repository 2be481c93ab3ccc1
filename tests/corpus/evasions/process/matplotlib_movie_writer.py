# reaches: an animation writer starts the command that rcParams names
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.animation as an
plt.rcParams["animation.ffmpeg_path"] = "/srv/canary"
w = an.FFMpegWriter()
try:
    with w.saving(plt.figure(), "a.mp4", 72):
        pass
except Exception:
    pass
