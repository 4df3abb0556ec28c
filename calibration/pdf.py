"""One page of PDF: filled boxes, outlines and lines of Helvetica, in millimetres from the upper left corner."""

from __future__ import annotations

Rgb = tuple[int, int, int]
Box = tuple[float, float, float, float]
"""x, y, width, height."""

POINTS = 72 / 25.4
"""A PDF counts in points."""
_WIDTHS = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft·",
    333: "-()`r",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jckstvxyz",
    556: "#$0123456789?L_abdeghnopqu–äöü",
    584: "+<=>~×",
    611: "FTZß",
    667: "&ABEKPSVXYÄ",
    722: "CDHNRUwÜ",
    778: "GOQÖ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
"""How wide Helvetica's letters are, in thousandths of its size."""


def width_of(words: str, size: float) -> float:
    """How wide words stand in Helvetica; letters it has no measure of count as wide ones."""
    widths = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
    return size * sum(widths.get(letter, 778) for letter in words) / 1000


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Words in lines no wider than `width`, as few as possible."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Page:
    """Collects what is drawn; `content` is the whole file."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._drawn: list[bytes] = []

    def box(self, box: Box, rgb: Rgb) -> None:
        self._draw(f"{_colour(rgb)} rg {self._place(box)} re f")

    def outline(self, box: Box, rgb: Rgb, line: float) -> None:
        """A frame whose line, `line` thick, runs along the edge of the box."""
        self._draw(f"{_colour(rgb)} RG {_mm(line)} w 0 j {self._place(box)} re S")

    def text(self, at: tuple[float, float], words: str, size: float, rgb: Rgb, *, bold: bool = False) -> None:
        """Words that begin at a point of their baseline; `size` in millimetres."""
        # a letter that Western European fonts lack is left out rather than losing the page
        coded = words.encode("cp1252", "ignore").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        font = "B" if bold else "F"
        head = f"{_colour(rgb)} rg BT /{font} {_mm(size)} Tf {_mm(at[0])} {_mm(self.height - at[1])} Td ("
        self._drawn.append(head.encode("ascii") + coded + b") Tj ET")

    def content(self) -> bytes:
        stream = b"\n".join(self._drawn)
        media = f"[0 0 {_mm(self.width)} {_mm(self.height)}]"
        font = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"
        objects = [
            # a viewer that heeds it offers the page unscaled
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox {media} /Contents 4 0 R "
            "/Resources << /Font << /F 5 0 R /B 6 0 R >> >> >>".encode("ascii"),
            f"<< /Length {len(stream)} >>\nstream\n".encode("ascii") + stream + b"\nendstream",
            font.format("Helvetica").encode("ascii"),
            font.format("Helvetica-Bold").encode("ascii"),
            f"<< /Title <feff{self.title.encode('utf-16-be').hex()}> /Producer (Wuerfelauge) >>".encode("ascii"),
        ]
        written = bytearray(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, body in enumerate(objects, 1):
            places.append(len(written))
            written += f"{number} 0 obj\n".encode("ascii") + body + b"\nendobj\n"
        table = len(written)
        written += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode("ascii")
        written += b"".join(f"{place:010d} 00000 n \n".encode("ascii") for place in places)
        written += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 7 0 R >>\n".encode("ascii")
        return bytes(written + f"startxref\n{table}\n%%EOF\n".encode("ascii"))

    def _draw(self, command: str) -> None:
        self._drawn.append(command.encode("ascii"))

    def _place(self, box: Box) -> str:
        """PDF counts upwards from the lower edge."""
        x, y, width, height = box
        return f"{_mm(x)} {_mm(self.height - y - height)} {_mm(width)} {_mm(height)}"


def _mm(length: float) -> str:
    return f"{length * POINTS:.4f}"


def _colour(rgb: Rgb) -> str:
    return " ".join(f"{value / 255:.4f}" for value in rgb)
