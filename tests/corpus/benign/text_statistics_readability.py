import json
import re


def syllables(word):
    word = word.lower()
    groups = re.findall(r"[aeiouy]+", word)
    count = len(groups)
    if word.endswith("e") and not word.endswith(("le", "ee")) and count > 1:
        count -= 1
    return max(count, 1)


def readability(text):
    sentences = [s for s in re.split(r"(?<=[.!?])\s+", text.strip()) if s]
    words = re.findall(r"[A-Za-z]+(?:'[a-z]+)?", text)
    total = sum(map(syllables, words))
    wps, spw = len(words) / len(sentences), total / len(words)
    return {
        "sentences": len(sentences),
        "words": len(words),
        "syllables": total,
        "flesch": round(206.835 - 1.015 * wps - 84.6 * spw, 1),
        "grade": round(0.39 * wps + 11.8 * spw - 15.59, 1),
        "longest_word": max(words, key=len),
    }


with open("essay.txt", encoding="utf8") as fp:
    paragraphs = fp.read().split("\n\n")

print(json.dumps({"overall": readability("\n".join(paragraphs)), "by_paragraph": [readability(p)["flesch"] for p in paragraphs]}, indent=2))
