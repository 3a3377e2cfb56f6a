// Draws backgrounds. A `stage` is a kind of room, and a `tone` its colours.
import sharp from 'sharp'
import { frame } from './draw.mjs'
import { tones } from './palette.mjs'

/** Positions of the ground as fractions of the height; null if the stage is seen from above. */
export const floor = { sweep: 0.81, halo: 0.81, arch: 0.815, plinth: 0.79, wide: 0.84, flat: null, print: null }

const cache = new Map()

export async function backdrop(stage, tone, width, height) {
  const key = `${stage}/${tone}/${width}×${height}`
  if (!cache.has(key)) cache.set(key, render(svg(stage, tones[tone], width, height)))
  return frame(width, height, Buffer.from(await cache.get(key)))
}

const render = (text) => sharp(Buffer.from(text)).removeAlpha().raw().toBuffer()

function svg(stage, tone, width, height) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<radialGradient id="wall" gradientUnits="userSpaceOnUse" cx="${width * 0.3}" cy="${height * 0.2}" r="${Math.hypot(width, height) * 0.82}">
<stop offset="0" stop-color="${tone.light}"/><stop offset=".42" stop-color="${tone.base}"/><stop offset="1" stop-color="${tone.deep}"/></radialGradient>
<linearGradient id="ground" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${tone.deep}" stop-opacity="0"/><stop offset=".3" stop-color="${tone.deep}" stop-opacity=".45"/><stop offset="1" stop-color="${tone.light}" stop-opacity=".35"/></linearGradient>
<linearGradient id="fall" x1=".2" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".85"/><stop offset="1" stop-color="#fff" stop-opacity=".12"/></linearGradient>
<linearGradient id="side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${tone.base}"/><stop offset=".28" stop-color="${tone.light}"/><stop offset="1" stop-color="${tone.deep}"/></linearGradient>
<linearGradient id="top" x1="0" y1="0" x2="1" y2=".25"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="${tone.base}"/></linearGradient>
<radialGradient id="dark"><stop offset="0" stop-color="${tone.ink}" stop-opacity=".3"/><stop offset=".6" stop-color="${tone.ink}" stop-opacity=".1"/><stop offset="1" stop-color="${tone.ink}" stop-opacity="0"/></radialGradient>
</defs><rect width="${width}" height="${height}" fill="url(#wall)"/>${furniture[stage](width, height, tone)}</svg>`
}

const ground = (w, h, from) => `<rect y="${h * from}" width="${w}" height="${h * (1 - from)}" fill="url(#ground)"/>`

/** What stands in front of the wall. `w` and `h` are in pixels. */
const furniture = {
  sweep: (w, h) => ground(w, h, 0.66),
  wide: (w, h) => ground(w, h, 0.6),
  halo: (w, h) => `<circle cx="${w / 2}" cy="${h * 0.48}" r="${h * 0.39}" fill="url(#fall)"/>${ground(w, h, 0.74)}`,
  arch: (w, h) => `<path d="M${w * 0.17} ${h * 0.77}V${h * 0.43}a${w * 0.33} ${w * 0.33} 0 0 1 ${w * 0.66} 0V${h * 0.77}z" fill="url(#fall)"/>
<rect y="${h * 0.77}" width="${w}" height="${h * 0.23}" fill="url(#side)" opacity=".75"/><rect y="${h * 0.77}" width="${w}" height="${h * 0.23}" fill="url(#ground)"/>`,
  plinth: (w, h, tone) => {
    const [x, y, rx, ry, depth] = [w / 2, h * 0.795, w * 0.435, h * 0.066, h * 0.085]
    return `${ground(w, h, 0.7)}<ellipse cx="${x + w * 0.03}" cy="${y + depth + h * 0.01}" rx="${rx * 1.16}" ry="${ry * 1.35}" fill="url(#dark)"/>
<path d="M${x - rx} ${y}v${depth}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${-depth}z" fill="url(#side)"/>
<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#top)"/><ellipse cx="${x}" cy="${y}" rx="${rx - 1.5}" ry="${ry - 1.5}" fill="none" stroke="${tone.light}" stroke-width="3"/>`
  },
  flat: () => '',
  print: (w, h, tone) => `<rect width="${w}" height="${h}" fill="${tone.base}" opacity=".55"/>`,
}
