// The same recipe always gives the same pixels. Fractions of the height were chosen by eye.
import { seededRandom, floats, group, lattice, copies, interleave, row, set, sized } from './arrange.mjs'
import { backdrop, floor } from './backdrop.mjs'
import { paperInFront, paperBehind, heads, overlay, papers } from './bouquet.mjs'
import { drawSprite, darkenEllipse, drawSilhouette } from './draw.mjs'
import { sprite } from './emoji.mjs'
import { heroBackground } from './hero.mjs'
import { rgb, tones } from './palette.mjs'

/** Part of every picture's hash. Increase it when the rendering changes. */
export const version = 2

async function loadObject({ emoji, hue = 0, paint: painted }) {
  const pixels = await sprite(emoji, { hue, painted })
  return { pixels, width: pixels.width, height: pixels.height, floats: floats(emoji) }
}

/** The hero's transparency is computed from a frame over black and its `twin` over white. */
export async function compose(recipe) {
  if (recipe.scene === 'hero') return composeHero(recipe)
  const [width, height] = recipe.size
  const picture = await backdrop(recipe.stage, recipe.tone, width, height)
  await scenes[recipe.scene](picture, recipe, seededRandom(recipe.seed ?? 0))
  return picture
}

const scenes = {
  async group(picture, recipe, random) {
    const [main, ...companions] = await Promise.all([recipe.main, ...(recipe.with ?? []).map((emoji) => ({ emoji }))].map(loadObject))
    const isPlinth = recipe.stage === 'plinth'
    const area = {
      x: picture.width / picture.height / 2,
      w: 0.84,
      h: isPlinth ? 0.69 : 0.73,
      floor: floor[recipe.stage],
      maxScale: 1.2,
      shallow: isPlinth ? 0.4 : 1,
    }
    await placeOnGround(picture, group(main, companions, random, area), recipe.tone)
  },

  async set(picture, recipe, random) {
    const [main, box, bow] = await Promise.all([recipe.main, { emoji: recipe.box ?? '🎁', hue: tones[recipe.tone].box }, { emoji: '🎀' }].map(loadObject))
    await placeOnGround(picture, set(main, box, bow, random, { x: 0.5, w: 0.84, h: 0.72, floor: floor[recipe.stage] }), recipe.tone)
  },

  async many(picture, recipe, random) {
    const main = await loadObject(recipe.main)
    await placeOnGround(picture, copies(main, recipe.count, random, { x: 0.5, w: 0.86, h: 0.74, floor: floor[recipe.stage] }), recipe.tone)
  },

  async bouquet(picture, recipe, random) {
    const kinds = await Promise.all(recipe.flowers.map(flower))
    const places = heads(recipe.flowers.reduce((sum, { count }) => sum + count, 0), random)
    const order = interleave(recipe.flowers.map(({ count }) => count), random)
    const paper = papers[recipe.wrap] ?? papers.kraft
    const ink = rgb(tones[recipe.tone].ink)
    const h = picture.height
    darkenEllipse(picture, { x: 0.52 * h, y: 0.915 * h, rx: 0.2 * h, ry: 0.03 * h, strength: 0.4, ink })
    await overlay(picture, paperBehind(places, paper))
    for (const [index, { x, y, size, lean }] of places.entries()) {
      const head = kinds[order[index]]
      const at = { ...sized(head, size * 1.16, size * 1.5), sprite: head, x, y, angle: lean * 0.75 + (random() - 0.5) * 14 }
      drawShadow(picture, at, { ink, strength: 0.22, dx: 0.006, dy: 0.01 })
      await draw(picture, at)
    }
    await overlay(picture, paperInFront(paper))
  },

  async row(picture, recipe) {
    const sprites = await Promise.all(recipe.objects.map((emoji) => loadObject({ emoji })))
    const ratio = picture.width / picture.height
    await placeOnGround(picture, row(sprites, { x: ratio / 2, w: ratio * 0.86, h: 0.78, floor: floor.wide, maxScale: 1.4 }), recipe.tone)
  },

  /** `near` fills the frame beyond one of its edges. */
  async turned(picture, recipe, random) {
    const main = await loadObject(recipe.main)
    const shape = recipe.near ? sized(main, 0.92, 1.3) : sized(main, 0.62, 0.76)
    const direction = random() < 0.5 ? -1 : 1
    const shift = recipe.near ? 0.07 + random() * 0.05 : 0
    const [x, y] = [0.5 + direction * shift, 0.5 + (recipe.near ? 0.09 : 0)]
    const angle = recipe.upright ? 0 : direction * (9 + random() * 9)
    await placeFlat(picture, { ...shape, sprite: main, x, y, angle }, recipe.tone)
  },

  async wrap(picture, recipe, random) {
    const main = await loadObject(recipe.main)
    const motifs = await Promise.all([recipe.main, ...(recipe.with ?? []).map((emoji) => ({ emoji }))].map(loadObject))
    const tone = tones[recipe.tone]
    const tint = { dark: rgb(tone.deep).map((deep, channel) => deep * 0.8 + rgb(tone.ink)[channel] * 0.2), light: rgb(tone.light) }
    for (const place of lattice(0.21, 1, random)) {
      const motif = motifs[place.kind % motifs.length]
      await draw(picture, { ...sized(motif, 0.085, 0.115), sprite: motif, ...place }, { opacity: 0.6, tint })
    }
    await placeFlat(picture, { ...sized(main, 0.58, 0.72), sprite: main, x: 0.5, y: 0.5, angle: (random() - 0.5) * 14 }, recipe.tone)
  },
}

async function flower({ emoji, paint: painted }) {
  const pixels = await sprite(emoji, { painted, isHead: true })
  return { pixels, width: pixels.width, height: pixels.height, floats: false }
}

async function composeHero({ objects }) {
  const placed = await Promise.all(objects.map(async (object, depth) => {
    const sprite = await loadObject(object)
    return { angle: 0, lift: 0, ...object, ...sized(sprite, object.size), sprite, depth }
  }))
  const [picture, twin] = await Promise.all([heroBackground('#000'), heroBackground('#fff')])
  for (const frame of [picture, twin]) await placeOnGround(frame, placed, 'rose')
  return { ...picture, twin }
}

/** Draws all shadows, then the objects from back to front. */
async function placeOnGround(picture, placed, toneName) {
  const ink = rgb(tones[toneName].ink)
  const h = picture.height
  for (const object of placed) {
    const { foot } = object.sprite.pixels
    // The foot's middle and width, as fractions of the object's width.
    const [middle, spread] = object.lift > 0 ? [0.5, 0.62] : [(foot.left + foot.right) / 2, foot.right - foot.left]
    const x = object.x + (middle - 0.5) * object.w
    const soft = object.lift > 0 ? Math.max(0.25, 1 - object.lift * 2.2) : 1
    // The wide shadow falls to the right, because light comes from the upper left.
    darkenEllipse(picture, {
      x: (object.x + (x - object.x) * 0.5 + object.w * 0.06) * h,
      y: (object.ground + 0.008) * h,
      rx: object.w * (0.3 + 0.26 * spread) * h,
      ry: Math.min(0.05, 0.022 + object.w * 0.05) * h,
      strength: 0.26 * soft,
      ink,
    })
    if (object.lift === 0) {
      const rx = (spread * object.w * 0.47 + 0.018) * h
      darkenEllipse(picture, { x: x * h, y: (object.ground - 0.002) * h, rx, ry: 0.017 * h, strength: 0.55, ink })
    }
  }
  for (const object of placed) {
    const at = { ...object, y: object.ground - object.lift - object.h / 2 }
    if (object.depth > 0) drawShadow(picture, at, { ink, strength: 0.2, dx: 0.008, dy: 0.012 })
    await draw(picture, at)
  }
}

async function placeFlat(picture, object, toneName) {
  const ink = rgb(tones[toneName].ink)
  drawShadow(picture, object, { ink, strength: 0.4, dx: 0.012, dy: 0.024 })
  await draw(picture, object)
}

function drawShadow(picture, object, { ink, strength, dx, dy }) {
  const h = picture.height
  const scale = (object.w * h) / object.sprite.width
  const at = { x: (object.x + dx) * h, y: (object.y + dy) * h, scale, angle: object.angle }
  drawSilhouette(picture, object.sprite.pixels, { ...at, strength, ink })
}

async function draw(picture, object, options = {}) {
  const h = picture.height
  const scale = (object.w * h) / object.sprite.width
  drawSprite(picture, await object.sprite.pixels.level(scale), { x: object.x * h, y: object.y * h, scale, angle: object.angle, ...options })
}
