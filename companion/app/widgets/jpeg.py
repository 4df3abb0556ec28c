"""A picture from the journal."""

from __future__ import annotations

import io
from typing import Any

from kivy.core.image import Image as CoreImage

from companion.app.widgets.rounded import Fit, RoundedPicture


class JpegPicture(RoundedPicture):
    """A kept picture; one that cannot be read shows nothing."""

    def __init__(self, content: bytes, *, fit: Fit = "whole", **more: Any) -> None:
        try:
            texture = CoreImage(io.BytesIO(content), ext="jpg").texture
        except Exception:  # Kivy's decoders raise whatever they like; a picture is a courtesy
            texture = None
        super().__init__(texture, fit=fit, **more)
