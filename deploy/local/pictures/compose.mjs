// Composes the pictures of the demo shop's products, categories and stores from emoji.
//
//     node deploy/local/pictures/compose.mjs --demo DIR --out DIR [--sample N] [--few]
//
// DIR after --demo has the demo's data. With --sample, only every Nth product gets pictures. The script first writes a
// recipe for each picture (`recipe.mjs`), then composes the missing ones, and at the end writes `<out>/pictures.json`, with
// the address of each picture.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { readDemo } from './demo.mjs'
import { categoryRecipe, coverRecipe, hashOf, hero, logoRecipe, occasions, productRecipes, refuseUnknown, sizeRecipes } from './recipe.mjs'
import { compose } from './scene.mjs'
import { exists, url, write, writeManifest } from './shelf.mjs'

// Pictures are composed in parallel, so threads within one would only add overhead.
sharp.concurrency(1)
sharp.cache(false)
/** How many pictures are composed at the same time. */
const concurrency = 3
/** The number of categories and products with pictures of their own in a run with --few; the others share them. */
const fewCount = 12

/** Composes the pictures that the command line asks for. */
async function main() {
  const { values } = parseArgs({
    options: {
      demo: { type: 'string' },
      out: { type: 'string' },
      sample: { type: 'string', default: '1' },
      few: { type: 'boolean', default: false },
    },
  })
  const sample = Number(values.sample)
  if (!values.demo || !values.out || !Number.isInteger(sample) || sample < 1) {
    throw new Error('usage: node compose.mjs --demo DIR --out DIR [--sample N] [--few]')
  }
  const demo = readDemo(values.demo, sample)
  refuseUnknown(demo)
  mkdirSync(values.out, { recursive: true })

  const recipes = new Map()
  /** Adds a recipe to those to compose, and returns the address of its picture. */
  const plan = (recipe) => {
    const hash = hashOf(recipe)
    recipes.set(hash, recipe)
    return url(hash)
  }
  const manifest = { products: {}, sizes: {}, categories: {}, stores: {}, hero: plan(hero), occasions: {} }
  for (const [name, recipe] of Object.entries(occasions)) manifest.occasions[name] = plan(recipe)
  for (const store of demo.stores) {
    manifest.stores[store.slug] = { logo: plan(logoRecipe(store)), cover: plan(coverRecipe(store, demo.everything)) }
  }
  // Returns the category or product whose picture is used: with --few, one of the first. Tests need a picture on every card, but not a
  // specific one.
  const pictured = (things, index) => things[values.few ? index % fewCount : index]
  for (const [index, category] of demo.categories.entries()) {
    manifest.categories[category.slug] = plan(await categoryRecipe(pictured(demo.categories, index)))
  }
  for (const [index, product] of demo.products.entries()) {
    const shown = pictured(demo.products, index)
    manifest.products[product.slug] = productRecipes(shown).map(plan)
    const sizes = shown === product ? sizeRecipes(product).map(plan) : []
    if (sizes.length > 0) manifest.sizes[product.slug] = sizes
  }

  await composeAll(values.out, [...recipes])
  await writeManifest(values.out, manifest)
}

/** Composes the pictures that do not exist, and prints the progress every second. */
async function composeAll(out, recipes) {
  let done = 0
  const printProgress = () => console.log(`pictures ${done}/${recipes.length}`)
  const timer = setInterval(printProgress, 1000)
  const queue = recipes.values()
  const work = async () => {
    for (const [hash, recipe] of queue) {
      if (!exists(out, hash)) await write(out, hash, await compose(recipe))
      done += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    clearInterval(timer)
  }
  printProgress()
}

main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
