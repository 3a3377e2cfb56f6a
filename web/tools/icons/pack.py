"""Packs the icons that draw.mjs drew: flat colours need a palette and no more. Needs Pillow."""

from pathlib import Path

from PIL import Image

COLOURS = 64

for icon in Path(__file__).parents[2].joinpath("public").glob("*icon*.png"):
    Image.open(icon).convert("RGBA").quantize(COLOURS).save(icon, optimize=True)
