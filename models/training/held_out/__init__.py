"""Held-out scenes: a test set that shares nothing with training but the meaning of the faces.

Another renderer (Mitsuba 3, path tracing), other drawings, fonts, table textures, materials, lamps and cameras. Only
the label format is the training renderer's, so that one reader serves both. Needs npm and, from PyPI, `mitsuba`,
`resvg-py` and `pillow`.
"""
