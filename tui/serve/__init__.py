"""The live board in a browser: textual-serve runs one `kismet watch` for each tab, and this package keeps it at home.

`server` is the web server with its page, `address` finds the port and says who can reach it.
"""
