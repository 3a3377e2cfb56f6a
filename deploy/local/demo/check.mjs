// Checks the demo data: `node check.mjs [top-category …]`. Reports all mistakes at once; the loaders stop at the first.
import { readFileSync, readdirSync } from 'node:fs'

const here = new URL('.', import.meta.url)
const read = (path) => readFileSync(new URL(path, here), 'utf8')
const drawn = new Set(readdirSync(new URL('../pictures/drawn', here)).map((file) => file.replace('.svg', '')))
const languages = ['az', 'ru', 'en']
const tones = new Set(['rose', 'sky', 'mint', 'lilac', 'sand', 'peach', 'lemon', 'pearl'])
const only = new Set(process.argv.slice(2))
const problems = []
const complain = (where, what) => problems.push(`${where}: ${what}`)
const isText = (text) => text && languages.every((l) => typeof text[l] === 'string' && text[l].trim() === text[l] && text[l].length > 0)
const isCount = (n) => Number.isInteger(n) && n >= 0

const stores = new Set(JSON.parse(read('stores.json')).map((s) => s.slug))
const categories = new Map()
const usage = new Map()
const addOns = []

function walk(category, inherited, depth) {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(category.slug)) complain(category.slug, 'slug')
  if (categories.has(category.slug)) complain(category.slug, 'slug used twice')
  if (!isText(category.name) || !category.emoji) complain(category.slug, 'name or emoji')
  const fields = new Map(inherited)
  for (const field of category.fields ?? []) {
    if (!isText(field.name) || !['choice', 'range', 'toggle'].includes(field.type)) complain(category.slug, `field ${field.key}`)
    if (field.type === 'choice' && !field.values?.every((v) => v.value && isText(v.label))) complain(category.slug, `values of ${field.key}`)
    fields.set(field.key, field)
  }
  addOns.push(...(category.addOns ?? []).map((slug) => [category.slug, slug]))
  if (depth > 3) complain(category.slug, 'deeper than three levels')
  categories.set(category.slug, fields)
  usage.set(category.slug, 0)
  for (const child of category.children ?? []) walk(child, fields, depth + 1)
}

for (const file of readdirSync(new URL('categories', here))) walk(JSON.parse(read(`categories/${file}`)), new Map(), 1)

for (const campaign of JSON.parse(read('campaigns.json'))) {
  const where = `campaign ${campaign.id}`
  if (!stores.has(campaign.store)) complain(where, `store ${campaign.store}`)
  if (!(isCount(campaign.percent) && campaign.percent >= 1 && campaign.percent <= 90)) complain(where, 'percent')
  if (!(campaign.startsInHours < campaign.endsInHours)) complain(where, 'period')
  for (const word of ['name', 'text']) {
    if (!isText(Object.fromEntries(languages.map((l) => [l, campaign[l]?.[word]])))) complain(where, word)
  }
}

const slugs = new Set()
const sized = new Set()
const names = new Set()
let count = 0
for (const file of readdirSync(new URL('products', here))) {
  if (only.size && !only.has(file.replace('.jsonl', ''))) continue
  for (const [number, line] of read(`products/${file}`).trim().split('\n').entries()) {
    const where = `${file}:${number + 1}`
    let p
    try { p = JSON.parse(line) } catch (error) { complain(where, error.message); continue }
    count += 1
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(p.slug) || slugs.has(p.slug)) complain(where, `slug ${p.slug}`)
    slugs.add(p.slug)
    if (p.sizes) sized.add(p.slug)
    if (!isText(p.name) || !isText(p.description)) complain(where, 'name or description')
    if (names.has(p.name?.az)) complain(where, `name ${p.name.az} used twice`)
    names.add(p.name?.az)
    if (!stores.has(p.store)) complain(where, `store ${p.store}`)
    for (const slug of [p.category, ...(p.also ?? [])]) {
      if (!categories.has(slug)) { if (!only.size || slug === p.category) complain(where, `category ${slug}`) } else usage.set(slug, usage.get(slug) + 1)
    }
    if (!isCount(p.price) || p.price < 50) complain(where, `price ${p.price}`)
    if (p.discounted !== undefined && !(isCount(p.discounted) && p.discounted < p.price)) complain(where, 'discounted')
    if (!isCount(p.stock)) complain(where, 'stock')
    if (p.sizes) {
      if (p.sizes[0].price !== p.price) complain(where, 'price is not that of the first size')
      if (p.sizes.reduce((sum, s) => sum + s.stock, 0) !== p.stock) complain(where, 'stock is not the sum of the sizes')
      if (!p.sizes.every((s) => isText(s.name) && isCount(s.price) && isCount(s.stock))) complain(where, 'size')
    }
    const fields = categories.get(p.category) ?? new Map()
    const differing = new Set((p.sizes ?? []).flatMap((s) => Object.keys(s.fields ?? {})))
    for (const key of differing) if (p.fields?.[key] !== undefined || p.sizes.some((s) => s.fields?.[key] === undefined)) complain(where, `${key} must be a field of the product or of every size`)
    if (p.option !== undefined && !(p.sizes && ['size', 'color', 'count', 'weight', 'volume', 'age', 'people', 'version'].includes(p.option))) complain(where, `option ${p.option}`)
    if (p.preparationDays !== undefined && !(isCount(p.preparationDays) && p.preparationDays <= 10)) complain(where, 'preparationDays')
    for (const [key, value] of [p, ...(p.sizes ?? [])].flatMap((owner) => Object.entries(owner.fields ?? {}))) {
      const field = fields.get(key)
      if (!field) complain(where, `field ${key}`)
      else if (field.type === 'choice' && ![value].flat().every((one) => field.values.some((v) => v.value === one))) complain(where, `value ${key}=${value}`)
      else if (field.type === 'range' && typeof value !== 'number') complain(where, `${key} is not a number`)
      else if (field.type === 'toggle' && typeof value !== 'boolean') complain(where, `${key} is not a boolean`)
    }
    if (!(p.rating >= 0 && p.rating <= 5) || !isCount(p.reviews) || (p.rating === 0) !== (p.reviews === 0)) complain(where, 'rating')
    if (!isCount(p.popularity) || p.popularity > 100 || !isCount(p.days) || p.days > 400) complain(where, 'popularity or days')
    if (!p.picture?.main || !tones.has(p.picture.tone)) complain(where, 'picture')
    for (const emoji of [p.picture?.main, ...(p.picture?.with ?? []), ...(p.picture?.bouquet ?? []).map((one) => one.emoji)])
      if (!/\p{Extended_Pictographic}/u.test(emoji ?? '') && !drawn.has(emoji)) complain(where, `emoji ${emoji}`)
    if (p.picture?.bouquet && !isCount(p.fields?.stems ?? p.sizes?.[0].fields?.stems ?? p.picture.stems)) complain(where, 'a bouquet without a number of flowers')
  }
}
if (!only.size) for (const [category, slug] of addOns) if (!slugs.has(slug) || sized.has(slug)) complain(category, `add-on ${slug}`)
if (!only.size) for (const [slug, n] of usage) if (n === 0 && ![...categories.keys()].some((s) => s !== slug)) complain(slug, 'no product')
if (problems.length) { console.error(problems.join('\n')); process.exit(1) }
console.log(`${count} products, ${categories.size} categories, ${stores.size} stores: no mistake found`)
