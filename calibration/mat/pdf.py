"""The mat as a PDF: vectors, so that it is sharp on any printer, and not scaled if the viewer heeds our wish.

A page of grey rectangles and a few words needs six objects and no compression; the libraries that write PDF bring
font engines and picture decoders of several megabytes with them.
"""

from __future__ import annotations

from calibration.mat.sheet import Rect, Sheet, paper_name

POINTS = 72 / 25.4
"""Points per millimetre."""


def as_pdf(sheet: Sheet) -> bytes:
    """The sheet as the bytes of a PDF file of one page."""
    width, height = sheet.width * POINTS, sheet.height * POINTS
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}]"
            " /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>"
        ).encode("ascii"),
        _stream(_drawing(sheet, height)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Title (Kismet play mat, {paper_name(sheet.paper)}) >>".encode("ascii"),
    ]
    out = bytearray(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode("ascii") + content + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode("ascii")
    out += "".join(f"{place:010d} 00000 n \n" for place in places).encode("ascii")
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{table}\n%%EOF\n".encode(
        "ascii"
    )
    return bytes(out)


def _drawing(sheet: Sheet, height: float) -> bytes:
    """The page's commands, in millimetres with y downwards."""
    rows = [f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height:.3f} cm"]
    rows += [f"{fill.grey:g} g {_rect(fill.rect)} re f" for fill in sheet.fills]
    rows += [f"{line.grey:g} G {line.wide:g} w {_rect(line.rect)} re S" for line in sheet.lines]
    rows.append("0.25 g")
    for text in sheet.texts:
        words = text.words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        rows.append(f"BT /F1 {text.size:g} Tf 1 0 0 -1 {text.x:.3f} {text.y:.3f} Tm ({words}) Tj ET")
    return "\n".join(rows).encode("cp1252")


def _rect(rect: Rect) -> str:
    return f"{rect.x:.3f} {rect.y:.3f} {rect.width:.3f} {rect.height:.3f}"


def _stream(content: bytes) -> bytes:
    return f"<< /Length {len(content)} >>\nstream\n".encode("ascii") + content + b"\nendstream"
