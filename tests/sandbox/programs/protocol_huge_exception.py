# an exception with a huge text is cut -- error,output_limit
raise ValueError("x" * (8 << 20))
