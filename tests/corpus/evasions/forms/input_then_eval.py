# reaches: eval of what the user typed
eval(input())
