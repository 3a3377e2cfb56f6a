// Draws bouquets of an exact number of flowers, in rings around the tie.
import sharp from 'sharp'

/** The largest angle to the vertical, in radians. */
const MAX_LEAN = (50 * Math.PI) / 180
const MIN_RADIUS = 0.17

/** Positions and radii are fractions of the picture's height. */
export const TIE = { x: 0.5, y: 0.76 }
const MAX_RADIUS = 0.6

const maxLean = (radius, size) => Math.min(MAX_LEAN, Math.asin(Math.min(1, Math.max(0, 0.46 - size * 0.56) / radius)))

/** Returns the rings, from the outermost, for the largest flowers of which `count` fit. */
function rings(count) {
  for (let size = 0.34; size > 0.02; size *= 0.97) {
    const radii = []
    for (let radius = MAX_RADIUS - size / 2; radius > MIN_RADIUS + size * 0.3; radius -= size * 0.74) radii.push(radius)
    const capacities = radii.map((radius) => Math.max(1, Math.floor((2 * maxLean(radius, size) * radius) / (size * 0.86)) + 1))
    if (capacities.reduce((sum, capacity) => sum + capacity, 0) >= count) return { size, radii, capacities }
  }
  throw new Error(`a bouquet of ${count} does not fit`)
}

/** Returns the positions of the flowers, those in the back first. */
export function heads(count, random) {
  if (count === 1) return [{ x: TIE.x, y: TIE.y - MAX_RADIUS * 0.8, size: 0.34, lean: 0 }]
  const { size, radii, capacities } = rings(count)
  const places = capacities.reduce((sum, capacity) => sum + capacity, 0)
  // The rings have space for more flowers, so each loses the same share.
  const exact = capacities.map((capacity) => (capacity * count) / places)
  const counts = exact.map(Math.floor)
  const lost = exact.map((value, ring) => ({ fraction: value - Math.floor(value), ring })).sort((a, b) => b.fraction - a.fraction)
  const left = count - counts.reduce((sum, ringCount) => sum + ringCount, 0)
  for (let place = 0; place < left; place += 1) counts[lost[place % lost.length].ring] += 1
  return radii.flatMap((radius, ring) => {
    const ringCount = counts[ring]
    return Array.from({ length: ringCount }, (_, index) => {
      const part = ringCount === 1 ? 0 : index / (ringCount - 1) - 0.5
      const angle = part * 2 * maxLean(radius, size) * Math.min(1, 0.86 + 0.14 * (ringCount / capacities[ring])) + (random() - 0.5) * 0.05
      const distance = radius + (random() - 0.5) * size * 0.1
      return { x: TIE.x + Math.sin(angle) * distance, y: TIE.y - Math.cos(angle) * distance, size, lean: (angle * 180) / Math.PI }
    })
  })
}

export const papers = {
  kraft: { light: '#dcb98f', base: '#c99f70', deep: '#a97d4f', ribbon: '#7d2344' },
  matte: { light: '#fff4f2', base: '#f6dcd8', deep: '#e2b9b4', ribbon: '#b3486a' },
  linen: { light: '#f6efe2', base: '#e5d9c3', deep: '#c9b898', ribbon: '#8a7a55' },
  ribbon: { light: '#ffffff', base: '#f2eef0', deep: '#d8cfd4', ribbon: '#c02645' },
}

const point = (angle, radius) => [TIE.x + Math.sin(angle) * radius, TIE.y - Math.cos(angle) * radius]
/** The path is in thousandths of the height. */
const path = (points) => points.map(([x, y], index) => `${index ? 'L' : 'M'}${(x * 1000).toFixed(1)} ${(y * 1000).toFixed(1)}`).join('')

export function paperBehind(places, { light, base, deep }) {
  const widest = MAX_LEAN + 0.2
  const edge = Array.from({ length: 15 }, (_, index) => point(-widest + (2 * widest * index) / 14, index % 2 ? MAX_RADIUS * 1.0 : MAX_RADIUS * 0.9))
  const stems = places.map(({ x, y }) => `<path d="M${x * 1000} ${y * 1000}Q${(x * 0.4 + TIE.x * 0.6) * 1000} ${(y * 0.4 + TIE.y * 0.6) * 1000} ${TIE.x * 1000} ${TIE.y * 1000}"/>`)
  return `<linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light}"/><stop offset=".55" stop-color="${base}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
    <path d="${path([...edge, [TIE.x, TIE.y]])}Z" fill="url(#b)"/>
    <g fill="none" stroke="#4d8a3f" stroke-width="7" stroke-linecap="round">${stems.join('')}</g>`
}

export function paperInFront({ light, base, deep, ribbon }) {
  const [left, right] = [point(-0.86, 0.4), point(0.86, 0.4)]
  const dip = [TIE.x, TIE.y - 0.15]
  const tail = [
    [TIE.x - 0.038, TIE.y],
    [TIE.x - 0.105, TIE.y + 0.17],
    [TIE.x - 0.035, TIE.y + 0.155],
    [TIE.x + 0.005, TIE.y + 0.185],
    [TIE.x + 0.045, TIE.y + 0.155],
    [TIE.x + 0.11, TIE.y + 0.17],
    [TIE.x + 0.038, TIE.y],
  ]
  const gradient = (id, from, to) => `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
  return `${gradient('l', light, base)}${gradient('r', base, deep)}${gradient('t', light, deep)}
    <path d="${path(tail)}Z" fill="url(#t)"/>
    <path d="${path([right, [TIE.x + 0.03, TIE.y], [TIE.x - 0.03, TIE.y], [TIE.x - 0.12, TIE.y - 0.22], dip])}Z" fill="url(#r)"/>
    <path d="${path([left, [TIE.x - 0.03, TIE.y], [TIE.x + 0.03, TIE.y], [TIE.x + 0.11, TIE.y - 0.21], dip])}Z" fill="url(#l)"/>
    <path d="M${(TIE.x - 0.045) * 1000} ${(TIE.y - 0.012) * 1000}q45 22 90 0l-4 30q-41 18 -82 0Z" fill="${ribbon}"/>`
}

export async function overlay(picture, svg) {
  const { width, height } = picture
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="${width}" height="${height}">${svg}</svg>`
  const { data } = await sharp(Buffer.from(source)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = data[from + 3] / 255
    if (alpha === 0) continue
    for (const channel of [0, 1, 2]) {
      const background = picture.data[to + channel]
      picture.data[to + channel] = background * (1 - alpha) + data[from + channel] * alpha + 0.5
    }
  }
}
