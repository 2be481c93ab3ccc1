# A printed source over two lines.
x = f"""
{x
=}"""
