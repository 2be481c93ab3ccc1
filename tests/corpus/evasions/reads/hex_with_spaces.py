# reaches: hexadecimal digits with a space
print(open(bytes.fromhex('2e 2e2f7372762f7365637265742e747874').decode()).read())
