// Loads emoji of Microsoft's Fluent set and our own drawings as sprites.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { paint } from './paint.mjs'

const assets = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets')
/** Variation selector 16 asks for the coloured form of an emoji. */
const withoutSelector = (codes) => codes.split('-').filter((code) => code !== 'fe0f').join('-')
// The set's file names use the selector inconsistently.
const files = new Map(readdirSync(assets).map((file) => [withoutSelector(file.replace('.webp', '')), join(assets, file)]))
/** Returns Unicode numbers such as `1f381`, joined by hyphens. */
const codesOf = (emoji) => [...emoji].map((point) => point.codePointAt(0).toString(16).padStart(4, '0')).join('-')

const drawn = new Map(readdirSync(new URL('drawn', import.meta.url)).map((file) => [file.replace('.svg', ''), new URL(`drawn/${file}`, import.meta.url)]))

export const isKnown = (name) => drawn.has(name) || files.has(withoutSelector(codesOf(name)))
export const describe = (name) => `${name} (${codesOf(name)})`

const scales = [0.5, 1, 2, 3]
const cache = new Map()
const cacheSize = 48

/** `hue` rotates the colours, `painted` replaces them, and `isHead` omits the stem. */
export async function sprite(name, { hue = 0, painted, isHead = false } = {}) {
  const key = `${name}/${hue}/${painted}/${isHead}`
  const found = cache.get(key) ?? load(name, hue, painted, isHead)
  cache.delete(key)
  cache.set(key, found)
  if (cache.size > cacheSize) cache.delete(cache.keys().next().value)
  return found
}

/** Some flowers are tilted in the set, by degrees. */
const tilts = new Map([['1f490', 44]])

/** Plants whose stems and leaves stay green when recoloured. */
const leafy = new Set(['1f337', '1f339', '1fabb', '1f33a', '1f33b', '1f33c', '1f490', '1f940', '1f353', '1f34e', '1f352'])

function keepLeavesGreen(turned, original) {
  for (let i = 0; i < turned.length; i += 4) {
    // Red turned to yellow looks brown, so yellow petals are made lighter.
    const [red, yellow] = [turned[i], turned[i + 1]]
    const gain = red > turned[i + 2] && yellow > turned[i + 2] ? 1 + 0.5 * Math.max(0, Math.min(1, (yellow / red - 0.5) / 0.15)) : 1
    for (const at of [i, i + 1, i + 2]) turned[at] = Math.min(255, turned[at] * gain)
    const green = Math.max(0, Math.min(1, (original[i + 1] - Math.max(original[i], original[i + 2])) / 24))
    for (const at of [i, i + 1, i + 2]) turned[at] += (original[at] - turned[at]) * green
  }
}

/** The upper share of a flower's picture that is its head. */
const headShares = new Map([['1f339', 0.615], ['1f337', 0.68], ['1f33b', 0.74], ['1f33c', 0.77]])
const drawingHeight = 768

async function load(name, hue, painted, isHead) {
  if (drawn.has(name)) {
    const image = sharp(readFileSync(drawn.get(name)), { density: 144 }).resize({ height: drawingHeight }).ensureAlpha()
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    if (painted) paint(data, painted)
    return new Sprite(trim({ width: info.width, height: info.height, data }), 256 / drawingHeight)
  }
  const codes = withoutSelector(codesOf(name))
  const open = () => {
    const image = sharp(readFileSync(files.get(codes))).ensureAlpha()
    return tilts.has(codes) ? image.rotate(tilts.get(codes), { background: { r: 0, g: 0, b: 0, alpha: 0 } }) : image
  }
  const { data, info } = await (hue ? open().modulate({ hue }) : open()).raw().toBuffer({ resolveWithObject: true })
  if (hue && leafy.has(codes)) keepLeavesGreen(data, await open().raw().toBuffer())
  if (painted) paint(data, painted, leafy.has(codes))
  const whole = trim({ width: info.width, height: info.height, data: smooth(data, info.width, info.height) })
  const part = isHead ? headShares.get(codes) : undefined
  return new Sprite(part === undefined ? whole : trim({ ...whole, height: Math.round(whole.height * part), data: whole.data }))
}

/** Smooths the magnified steps of the outline. */
function smooth(data, width, height) {
  const out = Buffer.from(data)
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      let [red, green, blue, alpha, min, max] = [0, 0, 0, 0, 255, 0]
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const near = ((y + dy) * width + x + dx) * 4
          const weight = (2 - Math.abs(dx)) * (2 - Math.abs(dy)) * data[near + 3]
          red += data[near] * weight; green += data[near + 1] * weight; blue += data[near + 2] * weight; alpha += weight
          if (data[near + 3] < min) min = data[near + 3]
          if (data[near + 3] > max) max = data[near + 3]
        }
      }
      if (max - min < 8) continue
      const at = (y * width + x) * 4
      out[at] = red / alpha; out[at + 1] = green / alpha; out[at + 2] = blue / alpha; out[at + 3] = alpha / 16
    }
  }
  return out
}

function trim({ width, height, data }) {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3] < 24) continue
      left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y)
    }
  }
  const box = { width: right - left + 1, height: bottom - top + 1 }
  const out = Buffer.alloc(box.width * box.height * 4)
  for (let y = 0; y < box.height; y += 1) data.copy(out, y * box.width * 4, ((y + top) * width + left) * 4, ((y + top) * width + right + 1) * 4)
  return { ...box, data: out }
}

class Sprite {
  #levels = new Map()
  #source
  #fineness

  constructor(source, fineness = 1) {
    this.#source = source
    this.#fineness = fineness
    this.width = source.width
    this.height = source.height
    this.foot = footOf(source)
    this.colour = meanOf(source)
    this.shadow = shadowOf(source)
    this.isGlassy = glassOf(source) > 0.2
  }

  /** Returns premultiplied pixels, as large as `scale` requires if possible. */
  level(scale) {
    const largest = this.#fineness < 1 ? 1 : scales.at(-1)
    const size = [0.25, ...scales].find((candidate) => candidate >= scale * 0.9 && candidate <= largest) ?? largest
    if (!this.#levels.has(size)) this.#levels.set(size, this.#render(size))
    return this.#levels.get(size)
  }

  async #render(size) {
    const { width, height, data } = this.#source
    const margin = 2
    // Empty pixels avoid bounds checks while sampling and keep outlines soft.
    const image = sharp(data, { raw: { width, height, channels: 4 } })
      .resize(Math.max(1, Math.round(width * size)), Math.max(1, Math.round(height * size)), { kernel: size > 1 ? 'mitchell' : 'lanczos3', fit: 'fill' })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    const out = await image.raw().toBuffer({ resolveWithObject: true })
    premultiply(out.data, size > 1 && !this.isGlassy ? 1 + size * 0.32 : 1)
    return { width: out.info.width, height: out.info.height, data: out.data, size, margin }
  }
}

/** `steep` above 1 sharpens outlines. The alpha of glass is part of the material. */
function premultiply(data, steep) {
  const curve = Uint8Array.from({ length: 256 }, (_, alpha) => Math.max(0, Math.min(255, Math.round((alpha - 128) * steep + 128))))
  curve[0] = 0
  curve[255] = 255
  for (let i = 0; i < data.length; i += 4) {
    const alpha = curve[data[i + 3]]
    data[i + 3] = alpha
    if (alpha === 255) continue
    data[i] = (data[i] * alpha + 127) / 255
    data[i + 1] = (data[i + 1] * alpha + 127) / 255
    data[i + 2] = (data[i + 2] * alpha + 127) / 255
  }
}

/** Returns the sides of the lowest part, as fractions of the width. */
function footOf({ width, height, data }) {
  let [left, right] = [width, 0]
  for (let y = Math.floor(height * 0.93); y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (data[(y * width + x) * 4 + 3] > 100) { left = Math.min(left, x); right = Math.max(right, x) }
  }
  return left > right ? { left: 0.2, right: 0.8 } : { left: left / width, right: right / width }
}

/** Returns the mean colour, in which vivid pixels count more. */
function meanOf({ data }) {
  const sum = [0, 0, 0]
  let weight = 0
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] < 128) continue
    const vivid = 8 + Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2])
    for (const channel of [0, 1, 2]) sum[channel] += data[i + channel] * vivid
    weight += vivid
  }
  return sum.map((total) => total / (weight || 1))
}

/** Returns the share of half-transparent pixels. */
function glassOf({ data }) {
  let [visible, halfTransparent] = [0, 0]
  for (let i = 3; i < data.length; i += 4) {
    if (data[i] > 12) visible += 1
    if (data[i] > 50 && data[i] < 205) halfTransparent += 1
  }
  return halfTransparent / (visible || 1)
}

function shadowOf({ width, height, data }) {
  const cell = 8
  const [w, h] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const margin = 7
  const [maskWidth, maskHeight] = [w + margin * 2, h + margin * 2]
  let mask = new Float32Array(maskWidth * maskHeight)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (Math.floor(y / cell) + margin) * maskWidth + Math.floor(x / cell) + margin
      mask[at] += data[(y * width + x) * 4 + 3] / 255 / cell / cell
    }
  }
  for (let round = 0; round < 3; round += 1) mask = soften(soften(mask, maskWidth, maskHeight, 1), maskWidth, maskHeight, maskWidth)
  return { width: maskWidth, height: maskHeight, margin, cell, data: mask }
}

/** Blurs over five cells. `step` is 1 horizontally and `width` vertically. */
function soften(mask, width, height, step) {
  const out = new Float32Array(mask.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const [from, to] = step === 1 ? [Math.max(-2, -x), Math.min(2, width - 1 - x)] : [Math.max(-2, -y), Math.min(2, height - 1 - y)]
      for (let distance = from; distance <= to; distance += 1) out[at] += mask[at + distance * step] / 5
    }
  }
  return out
}
