#!/bin/sh
# Subsets Onest (OFL-1.1) to the characters of the shop: one file for az and en, another one that only ru pages load.
# Needs: pip install fonttools brotli; npm pack @fontsource-variable/onest@5.3.1 unpacked at $1.
set -eu
from="$1/files"
to="$(dirname "$0")/../../shared/assets/fonts"
punctuation='U+20-7E,U+A0,U+A7,U+A9,U+AB,U+AE,U+B0,U+B7,U+BB,U+C7,U+D6,U+D7,U+DC,U+E7,U+F6,U+FC,U+E9'
latin_ext='U+11E,U+11F,U+130,U+131,U+15E,U+15F,U+18F,U+259,U+2013,U+2014,U+2018-201E,U+2022,U+2026,U+2032,U+2033,U+2116,U+2190-2193,U+2212,U+20BC'
tmp="$(mktemp -d)"
cut() { pyftsubset "$1" --unicodes="$2" --layout-features='kern,liga,tnum,calt,locl,mark,mkmk,ccmp' --flavor="$4" --output-file="$3"; }
cut "$from/onest-latin-wght-normal.woff2" "$punctuation,$latin_ext" "$tmp/a.woff2" woff2
cut "$from/onest-latin-ext-wght-normal.woff2" "$latin_ext" "$tmp/b.woff2" woff2
cut "$from/onest-cyrillic-wght-normal.woff2" 'U+400-45F,U+2116' "$tmp/c.woff2" woff2
for subset in a b c; do fonttools varLib.instancer -q "$tmp/$subset.woff2" wght=400:700 -o "$tmp/$subset.cut.woff2"; done
cp "$tmp/a.cut.woff2" "$to/onest-latin.woff2"
cp "$tmp/b.cut.woff2" "$to/onest-az.woff2"
cp "$tmp/c.cut.woff2" "$to/onest-cyrillic.woff2"
rm -r "$tmp"
