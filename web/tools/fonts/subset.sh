#!/bin/sh
# Subsets Onest (OFL-1.1) to the characters of the shop: two files for az and en, and a third one that only ru pages load.
# Needs: pip install fonttools brotli; npm pack @fontsource-variable/onest@5.3.1 unpacked at $1.
set -eu
from="$1/files"
to="$(dirname "$0")/../../shared/assets/fonts"
punctuation='U+20-7E,U+A0,U+A7,U+A9,U+AB,U+AE,U+B0,U+B7,U+BB,U+C7,U+D6,U+D7,U+DC,U+E7,U+F6,U+FC,U+E9'
# Each of the two Latin source files has some of these.
latin_ext='U+11E,U+11F,U+130,U+131,U+15E,U+15F,U+18F,U+259,U+2013,U+2014,U+2018-201E,U+2022,U+2026,U+2032,U+2033,U+2116,U+2190-2193,U+2212,U+20BC'
features='kern,liga,tnum,calt,locl,mark,mkmk,ccmp'
tmp="$(mktemp -d)"
# cut SOURCE CHARACTERS TARGET: keeps only these characters, in the weights from 400 to 700.
cut() {
  pyftsubset "$from/onest-$1-wght-normal.woff2" --unicodes="$2" --layout-features="$features" --flavor=woff2 --output-file="$tmp/$3.woff2"
  fonttools varLib.instancer -q "$tmp/$3.woff2" wght=400:700 -o "$tmp/$3.cut.woff2"
}
cut latin "$punctuation,$latin_ext" onest-latin
cut latin-ext "$latin_ext" onest-az
cut cyrillic 'U+400-45F,U+2116' onest-cyrillic
for name in onest-latin onest-az onest-cyrillic; do cp "$tmp/$name.cut.woff2" "$to/$name.woff2"; done
rm -r "$tmp"
