"""A face as the camera saw it, cut out of its frame."""

from __future__ import annotations

from kivy.graphics.texture import Texture

from vision.crops import Image


def face_texture(picture: Image) -> Texture:
    """The face (BGR) for the screen."""
    height, width = picture.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="bgr")
    texture.flip_vertical()
    texture.blit_buffer(picture.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
    return texture
