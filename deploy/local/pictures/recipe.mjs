// What is to be seen in each picture of the shop.
import { createHash } from 'node:crypto'
import { describe, isKnown, sprite } from './emoji.mjs'
import { places } from './hero.mjs'
import { toneOf, tones } from './palette.mjs'
import { version } from './scene.mjs'

const square = [1280, 1280]
const digest = (text) => createHash('sha256').update(text).digest()
const seedOf = (text) => digest(text).readUInt32BE(0)
const pick = (list, seed) => list[seed % list.length]

/** The name of a recipe's folder. */
export const hashOf = (recipe) => digest(`${version} ${JSON.stringify(recipe)}`).toString('hex').slice(0, 16)

/** Three pictures: with companions on the product's tone, turned or near on the sister tone, on wrapping paper or in a set. */
export function productRecipes({ slug, picture }) {
  const seed = seedOf(slug)
  const main = { emoji: picture.main, hue: picture.hue ?? 0 }
  const companions = picture.with ?? []
  const first = { scene: 'group', stage: pick(['sweep', 'halo', 'plinth', 'arch'], seed), tone: picture.tone, size: square, seed, main, with: companions }
  const second = { scene: 'turned', stage: 'flat', near: (seed >>> 4) % 3 > 0, tone: tones[picture.tone].sister, size: square, seed, main }
  const isBox = ['🎁', '🛍️', '🛍', '📦'].includes(picture.main)
  const third = (seed >>> 8) % 2 === 0 || isBox
    ? { scene: 'wrap', stage: 'print', tone: picture.tone, size: square, seed, main, with: companions }
    : { scene: 'set', stage: pick(['halo', 'sweep', 'arch'], seed >>> 12), tone: picture.tone, size: square, seed, main }
  return [first, second, third]
}

/** A category's tile is tone on tone with its emoji. */
export async function categoryRecipe({ emoji }) {
  return { scene: 'group', stage: 'halo', tone: toneOf((await sprite(emoji)).colour), size: square, main: { emoji } }
}

export const logoRecipe = ({ emoji, tone }) => ({ scene: 'turned', stage: 'flat', tone, size: square, main: { emoji }, upright: true })

/** A store's cover shows its emoji amidst what it sells most of, the best liked first. */
export function coverRecipe(store, products) {
  const weight = new Map()
  for (const p of products.filter((one) => one.store === store.slug)) weight.set(p.picture.main, (weight.get(p.picture.main) ?? 0) + 40 + p.popularity)
  weight.delete(store.emoji)
  const sold = [...weight].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([emoji]) => emoji)
  return { scene: 'row', stage: 'wide', tone: store.tone, size: [1280, 400], objects: [store.emoji, ...sold].slice(0, 5) }
}

export const hero = { scene: 'hero', objects: places }

const occasion = (tone, stage, main, ...companions) => ({ scene: 'group', stage, tone, size: square, seed: 7, main: { emoji: main }, with: companions })
export const occasions = {
  birthday: occasion('rose', 'plinth', '🎂', '🎁', '🎈'),
  novruz: occasion('mint', 'plinth', '🌱', '🥚', '🕯️'),
  march8: occasion('lilac', 'plinth', '🌷', '💌', '🎀'),
  'for-her': occasion('peach', 'plinth', '💄', '👛', '🌸'),
  'for-him': occasion('sky', 'plinth', '⌚', '👔', '☕'),
  kids: occasion('lemon', 'plinth', '🧸', '🪀', '🎈'),
}

/** One error that names every owner of an emoji the set does not have. */
export function refuseUnknown({ everything: products, categories, stores }) {
  for (const p of products) if (!tones[p.picture?.tone]) throw new Error(`${p.where}: product ${p.slug}: no picture, or no tone ${p.picture?.tone}`)
  const named = [
    ...products.flatMap((p) => [p.picture.main, ...(p.picture.with ?? [])].map((emoji) => [`${p.where}: product ${p.slug}`, emoji])),
    ...categories.map((c) => [`category ${c.slug}`, c.emoji]),
    ...stores.map((s) => [`store ${s.slug}`, s.emoji]),
  ]
  const unknown = named.filter(([, emoji]) => !isKnown(emoji))
  if (unknown.length) throw new Error(unknown.map(([owner, emoji]) => `${owner}: Fluent has no picture of ${describe(emoji)}`).join('\n'))
}
