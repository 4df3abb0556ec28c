"""How large a picture is by the head of its file, before it is unpacked: a small file can promise a huge one."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

Size = tuple[int, int]
_JPEG_END = 0xD9


def promised(content: bytes) -> Size | None:
    """Width and height of the picture in a file; None if it is none of the kinds that people have."""
    for begin, measure in _KINDS:
        if content.startswith(begin):
            try:
                return measure(content)
            except (struct.error, IndexError):
                return None
    return _heif(content) if content[4:8] == b"ftyp" else None


def _png(content: bytes) -> Size | None:
    width, height = struct.unpack_from(">II", content, 16)
    return width, height


def _gif(content: bytes) -> Size | None:
    width, height = struct.unpack_from("<HH", content, 6)
    return width, height


def _bmp(content: bytes) -> Size | None:
    if struct.unpack_from("<I", content, 14)[0] == 12:  # as OS/2 wrote it
        width, height = struct.unpack_from("<HH", content, 18)
    else:
        width, height = struct.unpack_from("<ii", content, 18)
    return abs(width), abs(height)


def _jpeg(content: bytes) -> Size | None:
    """The largest frame of the picture: a decoder may take another one than the first."""
    frames = [at for kind, at in _jpeg_marks(content) if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC)]
    sizes = [struct.unpack_from(">HH", content, at + 5)[::-1] for at in frames]
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


def jpeg_is_whole(content: bytes) -> bool:
    """Whether a JPEG file reaches the end of its picture; telephones append films and more pictures to it."""
    return any(kind == _JPEG_END for kind, _ in _jpeg_marks(content))


def _jpeg_marks(content: bytes) -> Iterator[tuple[int, int]]:
    """The marks of a JPEG file up to the end of its picture, and where; what belongs to a segment is passed over."""
    at = 2
    while (at := content.find(b"\xff", at)) >= 0 and at + 2 <= len(content):
        kind = content[at + 1]
        if kind in (0x00, 0x01, 0xFF) or 0xD0 <= kind <= 0xD8:
            at += 1 if kind == 0xFF else 2
            continue
        yield kind, at
        if kind == _JPEG_END:
            return
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")


def _webp(content: bytes) -> Size | None:
    kind = content[12:16]
    if content[8:12] != b"WEBP":
        return None
    if kind == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (24, 27))
    elif kind == b"VP8L":
        bits = struct.unpack_from("<I", content, 21)[0]
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", content, 26))
    return width, height


def _tiff(content: bytes) -> Size | None:
    """The first picture of the file."""
    order = "<" if content[:2] == b"II" else ">"
    at = struct.unpack_from(f"{order}I", content, 4)[0]
    found = {}
    for entry in range(struct.unpack_from(f"{order}H", content, at)[0]):
        tag, kind = struct.unpack_from(f"{order}HH", content, place := at + 2 + 12 * entry)
        if tag in (256, 257):
            found[tag] = struct.unpack_from(f"{order}{'H' if kind == 3 else 'I'}", content, place + 8)[0]
    return (found[256], found[257]) if len(found) == 2 else None


def _heif(content: bytes) -> Size | None:
    """AVIF, as new telephones have it: the largest of its parts."""
    head, at, sizes = content[:65536], 0, []
    while (at := head.find(b"ispe", at)) >= 0:
        width, height = struct.unpack_from(">II", head.ljust(at + 16, b"\0"), at + 8)
        sizes.append((width, height))
        at += 4
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


_KINDS: tuple[tuple[bytes, Callable[[bytes], Size | None]], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"\xff\xd8", _jpeg),
    (b"GIF8", _gif),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"II*\0", _tiff),
    (b"MM\0*", _tiff),
)
