def suffix_array(text):
    return sorted(range(len(text)), key=lambda i: text[i:])

def find(text, array, pattern):
    low, high = 0, len(array)
    while low < high:
        mid = (low + high) // 2
        if text[array[mid]:][:len(pattern)] < pattern:
            low = mid + 1
        else:
            high = mid
    out = []
    while low < len(array) and text[array[low]:].startswith(pattern):
        out.append(array[low])
        low += 1
    return sorted(out)

text = "banana bandana"
print(find(text, suffix_array(text), "ana"), find(text, suffix_array(text), "x"))
