// Creates recipes for `scene.mjs`: `scene` is the arrangement, `stage` the room, and `tone` its colours.
import { createHash } from 'node:crypto'
import { describe, isKnown, sprite } from './emoji.mjs'
import { places } from './hero.mjs'
import { isPaint, paintOf } from './paint.mjs'
import { toneOf, tones } from './palette.mjs'
import { version } from './scene.mjs'

const square = [1280, 1280]
const digest = (text) => createHash('sha256').update(text).digest()
const seedOf = (text) => digest(text).readUInt32BE(0)
const pick = (list, seed) => list[seed % list.length]

export const hashOf = (recipe) => digest(`${version} ${JSON.stringify(recipe)}`).toString('hex').slice(0, 16)

function firstRecipe({ slug, picture, fields }, size) {
  const seed = seedOf(slug)
  const stage = pick(['sweep', 'halo', 'plinth', 'arch'], seed)
  const painted = (size && paintOf(size)) ?? picture.paint
  const main = { emoji: picture.main, hue: painted ? 0 : (picture.hue ?? 0), ...(painted && { paint: painted }) }
  const scene = { stage, tone: picture.tone, size: square, seed }
  if (picture.bouquet) {
    const count = size?.fields?.stems ?? fields?.stems ?? picture.stems
    const flowers = divideFlowers(picture.bouquet, count)
    return { scene: 'bouquet', ...scene, stage: stage === 'plinth' ? 'halo' : stage, flowers, wrap: fields?.wrap ?? 'kraft' }
  }
  if (picture.count) return { scene: 'many', ...scene, main, count: picture.count }
  return { scene: 'group', ...scene, main, with: picture.with ?? [] }
}

function divideFlowers(kinds, count) {
  const total = kinds.reduce((sum, { share = 1 }) => sum + share, 0)
  const counts = kinds.map(({ share = 1 }) => Math.floor((count * share) / total))
  counts[0] += count - counts.reduce((sum, kindCount) => sum + kindCount, 0)
  return kinds.map(({ emoji, paint }, index) => ({ emoji, ...(paint && { paint }), count: counts[index] }))
}

/** Returns no pictures if sizes look the same. */
export function sizeRecipes(product) {
  const hasStems = (size) => size.fields?.stems !== undefined
  const hasColour = (size) => product.option === 'color' && paintOf(size) !== undefined
  const isShown = product.picture.bouquet ? hasStems : hasColour
  const { sizes = [] } = product
  return sizes.length > 0 && sizes.every(isShown) ? sizes.map((size) => firstRecipe(product, size)) : []
}

/** Returns the first picture, one close up, and one on wrapping paper or in a set. */
export function productRecipes(product) {
  const { slug, picture, sizes } = product
  const first = sizeRecipes(product)[0] ?? firstRecipe(product, sizes?.[0])
  const seed = seedOf(slug)
  const main = first.main ?? { emoji: picture.main, ...(picture.bouquet?.[0].paint && { paint: picture.bouquet[0].paint }) }
  const companions = picture.with ?? []
  const second = { scene: 'turned', stage: 'flat', near: (seed >>> 4) % 3 > 0, tone: tones[picture.tone].sister, size: square, seed, main }
  const isBox = ['🎁', '🛍️', '🛍', '📦'].includes(picture.main)
  const third = (seed >>> 8) % 2 === 0 || isBox
    ? { scene: 'wrap', stage: 'print', tone: picture.tone, size: square, seed, main, with: companions }
    : { scene: 'set', stage: pick(['halo', 'sweep', 'arch'], seed >>> 12), tone: picture.tone, size: square, seed, main }
  return [first, second, third]
}

export async function categoryRecipe({ emoji }) {
  return { scene: 'group', stage: 'halo', tone: toneOf((await sprite(emoji)).colour), size: square, main: { emoji } }
}

export const logoRecipe = ({ emoji, tone }) => ({ scene: 'turned', stage: 'flat', tone, size: square, main: { emoji }, upright: true })

export function coverRecipe(store, products) {
  // 40 for each product lets frequent emoji win over popular ones.
  const weight = new Map()
  for (const { picture, popularity } of products.filter((product) => product.store === store.slug)) {
    weight.set(picture.main, (weight.get(picture.main) ?? 0) + 40 + popularity)
  }
  weight.delete(store.emoji)
  const heaviestFirst = ([emoji, emojiWeight], [other, otherWeight]) => otherWeight - emojiWeight || (emoji < other ? -1 : 1)
  const sold = [...weight].sort(heaviestFirst).map(([emoji]) => emoji)
  return { scene: 'row', stage: 'wide', tone: store.tone, size: [1280, 400], objects: [store.emoji, ...sold].slice(0, 5) }
}

export const hero = { scene: 'hero', objects: places }

const occasion = (tone, stage, main, ...companions) =>
  ({ scene: 'group', stage, tone, size: square, seed: 7, main: { emoji: main }, with: companions })
export const occasions = {
  birthday: occasion('rose', 'plinth', '🎂', '🎁', '🎈'),
  novruz: occasion('mint', 'plinth', '🌱', '🥚', '🕯️'),
  march8: occasion('lilac', 'plinth', '🌷', '💌', '🎀'),
  'for-her': occasion('peach', 'plinth', '💄', '👛', '🌸'),
  'for-him': occasion('sky', 'plinth', '⌚', '👔', '☕'),
  kids: occasion('lemon', 'plinth', '🧸', '🪀', '🎈'),
}

export function refuseUnknown({ everything: products, categories, stores }) {
  for (const { where, slug, picture } of products)
    for (const { paint } of [picture ?? {}, ...(picture?.bouquet ?? [])])
      if (paint !== undefined && !isPaint(paint)) throw new Error(`${where}: product ${slug}: no paint ${paint}`)
  for (const { where, slug, picture } of products)
    if (!tones[picture?.tone]) throw new Error(`${where}: product ${slug}: no picture, or no tone ${picture?.tone}`)
  const named = [
    ...products.flatMap(({ where, slug, picture }) => {
      const shown = [picture.main, ...(picture.with ?? []), ...(picture.bouquet ?? []).map(({ emoji }) => emoji)]
      return shown.map((emoji) => [`${where}: product ${slug}`, emoji])
    }),
    ...categories.map(({ slug, emoji }) => [`category ${slug}`, emoji]),
    ...stores.map(({ slug, emoji }) => [`store ${slug}`, emoji]),
  ]
  const unknown = named.filter(([, emoji]) => !isKnown(emoji))
  if (unknown.length) throw new Error(unknown.map(([owner, emoji]) => `${owner}: Fluent has no picture of ${describe(emoji)}`).join('\n'))
}
