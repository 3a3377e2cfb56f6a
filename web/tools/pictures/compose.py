"""Composes the hero, the illustrations of the home page and other pictures from Microsoft's Fluent emoji (MIT).

Needs: pip install pillow; npm pack @lobehub/fluent-emoji-3d@1.1.0 unpacked at argv[1].
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

SOURCE = Path(sys.argv[1]) / "assets"
WEB = Path(__file__).parents[2]
TARGET = WEB / "src" / "assets" / "pictures"

# emoji, centre x, ground y, size, turn; drawn in this order, on a 1200 by 900 sheet.
HERO = [
    ("🎈", 230, 400, 240, 8),
    ("🎈", 1060, 300, 180, -10),
    ("💐", 850, 760, 430, -38),
    ("🎁", 575, 770, 520, 0),
    ("🧸", 300, 800, 340, -4),
    ("🍫", 800, 835, 190, 14),
    ("🧁", 1010, 800, 190, 0),
    ("🌷", 120, 770, 190, -14),
    ("✨", 430, 190, 110, 0),
    ("✨", 1120, 500, 80, 0),
]
FLOATING = {"🎈", "✨"}
ILLUSTRATIONS = {
    "cake": "🎂", "sprout": "🌱", "tulip": "🌷", "bottle": "🍼",
    "purse": "👛", "watch": "⌚", "teddy": "🧸", "coffee": "☕",
    "flowers": "💐", "sweets": "🧁",
}  # fmt: skip
SMALL = {
    "truck": "🚚", "empty-basket": "🛒", "empty-heart": "💝", "empty-search": "🔎", "empty-bell": "🔔", "lost": "🧭", "broken": "🧩",
}  # fmt: skip


def emoji(sign: str, size: int) -> Image.Image:
    code = "-".join(f"{ord(c):04x}" for c in sign)
    return Image.open(SOURCE / f"{code}.webp").convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)


def hero() -> Image.Image:
    sheet = Image.new("RGBA", (1200, 900))
    for sign, x, ground, size, turn in HERO:
        thing = emoji(sign, size).rotate(turn, Image.Resampling.BICUBIC, expand=True)
        if sign not in FLOATING:
            shadow = Image.new("RGBA", sheet.size)
            half = size * 0.4
            ImageDraw.Draw(shadow).ellipse((x - half, ground - size * 0.075, x + half, ground + size * 0.035), fill=(96, 20, 48, 90))
            sheet.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(size * 0.045)))
        sheet.alpha_composite(thing, (round(x - thing.width / 2), round(ground - thing.height * 0.98)))
    return sheet


whole = hero()
for width in (560, 720, 960):
    whole.resize((width, width * 3 // 4), Image.Resampling.LANCZOS).save(TARGET / f"hero-{width}.webp", quality=74, alpha_quality=80, method=6)
for folder, pictures in ((WEB / "shared" / "assets" / "illustrations", ILLUSTRATIONS), (TARGET, SMALL)):
    for name, sign in pictures.items():
        emoji(sign, 160).save(folder / f"{name}.webp", quality=80, method=6)
