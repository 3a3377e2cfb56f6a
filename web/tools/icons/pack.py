"""Stores the icons of draw.mjs as palette images, which suffices for flat colours. Needs Pillow."""

from pathlib import Path

from PIL import Image

COLOURS = 64

for icon in Path(__file__).parents[2].joinpath("public").glob("*icon*.png"):
    Image.open(icon).convert("RGBA").quantize(COLOURS).save(icon, optimize=True)
