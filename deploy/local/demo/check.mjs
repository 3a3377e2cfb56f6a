// Checks the demo data in this folder: categories, stores, products, campaigns and links of the home page. Reports all
// mistakes at once, while the services that load the data stop at the first one.
//
//     node deploy/local/demo/check.mjs [TOP_CATEGORY …]     checks only the products of these top categories, if any
import { readFileSync, readdirSync } from 'node:fs'

const here = new URL('.', import.meta.url)
const read = (path) => readFileSync(new URL(path, here), 'utf8')
/** Names of our own drawings. */
const drawn = new Set(readdirSync(new URL('../pictures/drawn', here)).map((file) => file.replace('.svg', '')))
const languages = ['az', 'ru', 'en']
/** As in `deploy/local/pictures/palette.mjs`. */
const tones = new Set(['rose', 'sky', 'mint', 'lilac', 'sand', 'peach', 'lemon', 'pearl'])
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** The top categories whose products are checked; empty for all of them. */
const only = new Set(process.argv.slice(2))
/** In qəpik. */
const MIN_PRICE = 50
const MAX_POPULARITY = 100
/** Days since a product was added. */
const MAX_DAYS = 400
const MAX_PREPARATION_DAYS = 10
const OPTIONS = ['size', 'color', 'count', 'weight', 'volume', 'age', 'people', 'version']
const MAX_DISCOUNT_PERCENT = 90
const problems = []
const complain = (where, what) => problems.push(`${where}: ${what}`)
const isText = (text) => text && languages.every((language) => isTrimmed(text[language]))
const isTrimmed = (text) => typeof text === 'string' && text.trim() === text && text.length > 0
const isCount = (value) => Number.isInteger(value) && value >= 0

const stores = new Set(JSON.parse(read('stores.json')).map((store) => store.slug))
/** Fields by key, of each category by slug. */
const categories = new Map()
/** Numbers of products, of categories without subcategories. */
const usage = new Map()
/** Pairs of a category and a product that is offered with its products. */
const addOns = []

/** Checks a category and those below it, which inherit its fields. */
function walk(category, inherited, depth) {
  if (!SLUG.test(category.slug)) complain(category.slug, 'slug')
  if (categories.has(category.slug)) complain(category.slug, 'slug used twice')
  if (!isText(category.name) || !category.emoji) complain(category.slug, 'name or emoji')
  const fields = new Map(inherited)
  for (const field of category.fields ?? []) {
    if (!isText(field.name) || !['choice', 'range', 'toggle'].includes(field.type)) complain(category.slug, `field ${field.key}`)
    const hasChoices = field.values?.every((choice) => choice.value && isText(choice.label))
    if (field.type === 'choice' && !hasChoices) complain(category.slug, `values of ${field.key}`)
    fields.set(field.key, field)
  }
  addOns.push(...(category.addOns ?? []).map((slug) => [category.slug, slug]))
  if (depth > 3) complain(category.slug, 'deeper than three levels')
  categories.set(category.slug, fields)
  if (!category.children?.length) usage.set(category.slug, 0)
  for (const child of category.children ?? []) walk(child, fields, depth + 1)
}

for (const file of readdirSync(new URL('categories', here))) walk(JSON.parse(read(`categories/${file}`)), new Map(), 1)

for (const campaign of JSON.parse(read('campaigns.json'))) {
  const where = `campaign ${campaign.id}`
  if (!stores.has(campaign.store)) complain(where, `store ${campaign.store}`)
  if (!(isCount(campaign.percent) && campaign.percent >= 1 && campaign.percent <= MAX_DISCOUNT_PERCENT)) complain(where, 'percent')
  if (!(campaign.startsInHours < campaign.endsInHours)) complain(where, 'period')
  for (const word of ['name', 'text']) {
    if (!isText(Object.fromEntries(languages.map((language) => [language, campaign[language]?.[word]])))) complain(where, word)
  }
}

for (const [, slug] of read('home.json').matchAll(/"\/kateqoriya\/([^"?]*)/g)) {
  if (!categories.has(slug)) complain('home', `category ${slug}`)
}

const slugs = new Set()
const slugsWithSizes = new Set()
const azerbaijaniNames = new Set()
let count = 0
for (const file of readdirSync(new URL('products', here))) {
  if (only.size && !only.has(file.replace('.jsonl', ''))) continue
  for (const [number, line] of read(`products/${file}`).trim().split('\n').entries()) {
    const where = `${file}:${number + 1}`
    let product
    try { product = JSON.parse(line) } catch (error) { complain(where, error.message); continue }
    count += 1
    if (!SLUG.test(product.slug) || slugs.has(product.slug)) complain(where, `slug ${product.slug}`)
    slugs.add(product.slug)
    if (product.sizes) slugsWithSizes.add(product.slug)
    if (!isText(product.name) || !isText(product.description)) complain(where, 'name or description')
    if (azerbaijaniNames.has(product.name?.az)) complain(where, `name ${product.name.az} used twice`)
    azerbaijaniNames.add(product.name?.az)
    if (!stores.has(product.store)) complain(where, `store ${product.store}`)
    for (const slug of [product.category, ...(product.also ?? [])]) {
      if (usage.has(slug)) usage.set(slug, usage.get(slug) + 1)
      if (categories.has(slug)) continue
      if (!only.size || slug === product.category) complain(where, `category ${slug}`)
    }
    if (!isCount(product.price) || product.price < MIN_PRICE) complain(where, `price ${product.price}`)
    const isDiscountValid = product.discounted === undefined || (isCount(product.discounted) && product.discounted < product.price)
    if (!isDiscountValid) complain(where, 'discounted')
    if (!isCount(product.stock)) complain(where, 'stock')
    if (product.sizes) {
      if (product.sizes[0].price !== product.price) complain(where, 'price is not that of the first size')
      if (product.sizes.reduce((sum, size) => sum + size.stock, 0) !== product.stock) complain(where, 'stock is not the sum of the sizes')
      if (!product.sizes.every((size) => isText(size.name) && isCount(size.price) && isCount(size.stock))) complain(where, 'size')
    }
    const fields = categories.get(product.category) ?? new Map()
    const keysOfSizes = new Set((product.sizes ?? []).flatMap((size) => Object.keys(size.fields ?? {})))
    for (const key of keysOfSizes) {
      const isInconsistent = product.fields?.[key] !== undefined || product.sizes.some((size) => size.fields?.[key] === undefined)
      if (isInconsistent) complain(where, `${key} must be a field of the product or of every size`)
    }
    const isOptionValid = product.option === undefined || (product.sizes && OPTIONS.includes(product.option))
    if (!isOptionValid) complain(where, `option ${product.option}`)
    const { preparationDays = 0 } = product
    if (!isCount(preparationDays) || preparationDays > MAX_PREPARATION_DAYS) complain(where, 'preparationDays')
    for (const [key, value] of [product, ...(product.sizes ?? [])].flatMap((owner) => Object.entries(owner.fields ?? {}))) {
      const field = fields.get(key)
      // A product may have several values of a choice.
      const isChoice = (one) => field.values.some((choice) => choice.value === one)
      if (!field) complain(where, `field ${key}`)
      else if (field.type === 'choice' && ![value].flat().every(isChoice)) complain(where, `value ${key}=${value}`)
      else if (field.type === 'range' && typeof value !== 'number') complain(where, `${key} is not a number`)
      else if (field.type === 'toggle' && typeof value !== 'boolean') complain(where, `${key} is not a boolean`)
    }
    const { rating, reviews, popularity, days, picture } = product
    if (!(rating >= 0 && rating <= 5) || !isCount(reviews) || (rating === 0) !== (reviews === 0)) complain(where, 'rating')
    if (!isCount(popularity) || popularity > MAX_POPULARITY || !isCount(days) || days > MAX_DAYS) complain(where, 'popularity or days')
    if (!picture?.main || !tones.has(picture.tone)) complain(where, 'picture')
    for (const emoji of [picture?.main, ...(picture?.with ?? []), ...(picture?.bouquet ?? []).map((flower) => flower.emoji)])
      if (!/\p{Extended_Pictographic}/u.test(emoji ?? '') && !drawn.has(emoji)) complain(where, `emoji ${emoji}`)
    const stems = product.fields?.stems ?? product.sizes?.[0].fields?.stems ?? picture?.stems
    if (picture?.bouquet && !isCount(stems)) complain(where, 'a bouquet without a number of flowers')
  }
}
if (!only.size) for (const [category, slug] of addOns) if (!slugs.has(slug) || slugsWithSizes.has(slug)) complain(category, `add-on ${slug}`)
if (!only.size) for (const [slug, productCount] of usage) if (productCount === 0) complain(slug, 'no product')
if (problems.length) { console.error(problems.join('\n')); process.exit(1) }
console.log(`${count} products, ${categories.size} categories, ${stores.size} stores: no mistake found`)
