"""The play mat: a sheet to print, which tells the camera where the table is, how large things are, and what is white.

`sheet` says in millimetres what is where, `pdf` and `png` write it, `find` finds it in a picture.
"""

from calibration.mat.find import MatView, find_mat
from calibration.mat.pdf import as_pdf
from calibration.mat.png import as_png, draw
from calibration.mat.sheet import PAPERS, Sheet, lay_out, paper_name

__all__ = ["PAPERS", "MatView", "Sheet", "as_pdf", "as_png", "draw", "find_mat", "lay_out", "paper_name"]
