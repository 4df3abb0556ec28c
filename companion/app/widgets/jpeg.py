"""A picture from the journal."""

from __future__ import annotations

import io
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.uix.image import Image


class JpegPicture(Image):
    """A kept picture, as large as there is room; one that cannot be read shows nothing."""

    def __init__(self, content: bytes, **more: Any) -> None:
        super().__init__(**more)
        try:
            self.texture = CoreImage(io.BytesIO(content), ext="jpg").texture
        except Exception:  # Kivy's decoders raise whatever they like; a picture is a courtesy
            self.texture = None
