"""The app in the terminal and the command line: everything a person touches."""
