"""Makes the docs: the reference of commands from the commands themselves, and the pictures.

`make pictures` takes the pictures, `make docs` writes the reference and makes the site.
"""
