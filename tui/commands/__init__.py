"""One module for each command of `kismet`.

Each has `configure(parser)`, which adds its arguments, and `run(args)`, which does the work and returns the exit
status. The modules import nothing heavy at their top: `kismet --help` must not wait for OpenCV or Textual.
"""
