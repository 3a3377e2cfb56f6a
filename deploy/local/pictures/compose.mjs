// Composes the demo's pictures from emoji.
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { readDemo } from './demo.mjs'
import { categoryRecipe, coverRecipe, hashOf, hero, logoRecipe, occasions, productRecipes, refuseUnknown, sizeRecipes } from './recipe.mjs'
import { compose } from './scene.mjs'
import { exists, url, write, writeManifest } from './shelf.mjs'

sharp.concurrency(1)
sharp.cache(false)
const concurrency = 3
/** With --few, other products share the pictures of these. */
const fewCount = 12

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
  // Tests need a picture on every card, but not a specific one.
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
