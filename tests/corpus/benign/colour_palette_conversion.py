import colorsys


def hex_to_rgb(text):
    text = text.lstrip("#")
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


def rgb_to_hex(rgb):
    return "#" + "".join(f"{round(c * 255):02x}" for c in rgb)


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(a, b):
    hi, lo = sorted((luminance(a), luminance(b)), reverse=True)
    return (hi + 0.05) / (lo + 0.05)


def rotate(rgb, degrees):
    h, l, s = colorsys.rgb_to_hls(*rgb)
    return colorsys.hls_to_rgb((h + degrees / 360) % 1, l, s)


base = hex_to_rgb("#3366cc")
print("triad:", [rgb_to_hex(rotate(base, d)) for d in (0, 120, 240)])
white, black = (1, 1, 1), (0, 0, 0)
for colour in ("#3366cc", "#ffcc00", "#777777"):
    rgb = hex_to_rgb(colour)
    on_white, on_black = contrast(rgb, white), contrast(rgb, black)
    print(f"{colour}: on white {on_white:.2f}, on black {on_black:.2f} -> text {'black' if on_black > on_white else 'white'}")
print([rgb_to_hex(colorsys.hsv_to_rgb(i / 5, 0.6, 0.9)) for i in range(5)])
