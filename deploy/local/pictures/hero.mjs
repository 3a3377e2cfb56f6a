// Draws the large picture of the home page, transparent around its arch.
import sharp from 'sharp'
import { frame } from './draw.mjs'

const [width, height] = [1280, 840]

/** From back to front. Lengths are fractions of the height. */
export const places = [
  { emoji: '🎈', x: 0.3, ground: 0.73, lift: 0.34, size: 0.21, angle: -6 },
  { emoji: '🎈', x: 0.49, ground: 0.73, lift: 0.49, size: 0.15, angle: 7, hue: 265 },
  { emoji: '💐', x: 1.14, ground: 0.66, size: 0.39 },
  { emoji: '🧸', x: 0.4, ground: 0.738, size: 0.34 },
  { emoji: '🎁', x: 0.765, ground: 0.828, size: 0.44, hue: 325 },
  { emoji: '🧁', x: 1.03, ground: 0.885, size: 0.2 },
  { emoji: '🌷', x: 0.53, ground: 0.88, size: 0.2 },
  { emoji: '✨', x: 0.955, ground: 0.8, lift: 0.57, size: 0.09 },
  { emoji: '💖', x: 0.66, ground: 0.8, lift: 0.55, size: 0.095, angle: -10 },
]

export async function heroBackground(backing) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
<linearGradient id="arch" x1=".1" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="#fde4ea"/><stop offset=".5" stop-color="#f8bccd"/><stop offset="1" stop-color="#e88aa8"/></linearGradient>
<linearGradient id="disc" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#ffe9d6"/><stop offset="1" stop-color="#f9bf97"/></linearGradient>
<linearGradient id="side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#f3b3c6"/><stop offset=".3" stop-color="#fde3ea"/><stop offset="1" stop-color="#dd86a3"/></linearGradient>
<linearGradient id="top" x1="0" y1="0" x2="1" y2=".3"><stop offset="0" stop-color="#fff6f8"/><stop offset="1" stop-color="#f9cfdb"/></linearGradient>
<linearGradient id="cream" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#f1d9c4"/><stop offset=".3" stop-color="#fff5ea"/><stop offset="1" stop-color="#e3b996"/></linearGradient>
<linearGradient id="creamtop" x1="0" y1="0" x2="1" y2=".3"><stop offset="0" stop-color="#fffaf5"/><stop offset="1" stop-color="#f7e0cc"/></linearGradient>
<radialGradient id="dark"><stop offset="0" stop-color="#3d0f24" stop-opacity=".42"/><stop offset=".65" stop-color="#3d0f24" stop-opacity=".14"/><stop offset="1" stop-color="#3d0f24" stop-opacity="0"/></radialGradient>
</defs><rect width="${width}" height="${height}" fill="${backing}"/>
<circle cx="965" cy="290" r="205" fill="url(#disc)"/>
<path d="M330 740V345a295 295 0 0 1 590 0v395z" fill="url(#arch)"/>
<ellipse cx="655" cy="752" rx="610" ry="82" fill="url(#dark)"/>
${drum(950, 545, 172, 34, 190, 'cream')}
${drum(345, 612, 165, 32, 120, 'cream')}
${drum(642, 690, 330, 62, 66, 'rose')}
</svg>`
  return frame(width, height, await sharp(Buffer.from(text)).removeAlpha().raw().toBuffer())
}

function drum(x, y, rx, ry, depth, kind) {
  const [side, top] = kind === 'cream' ? ['cream', 'creamtop'] : ['side', 'top']
  return `<path d="M${x - rx} ${y}v${depth}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${-depth}z" fill="url(#${side})"/><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${top})"/>`
}

/** Returns the transparent picture that looks like `black` over black and `white` over white. */
export function unmix(black, white) {
  const out = Buffer.alloc(black.width * black.height * 4)
  for (let from = 0, to = 0; to < out.length; from += 3, to += 4) {
    const lost = Math.max(white.data[from] - black.data[from], white.data[from + 1] - black.data[from + 1], white.data[from + 2] - black.data[from + 2])
    const alpha = 255 - Math.max(0, lost)
    out[to + 3] = alpha
    for (const channel of [0, 1, 2]) out[to + channel] = alpha ? Math.min(255, (black.data[from + channel] * 255) / alpha) : 0
  }
  return { width: black.width, height: black.height, channels: 4, data: out }
}
