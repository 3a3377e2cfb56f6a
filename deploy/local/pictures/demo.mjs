// Reads the demo's stores, categories and products.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Keeps every `sample`th product, counted over the files in the order of their names. */
export function readDemo(folder, sample) {
  const stores = parse(join(folder, 'stores.json'), readFileSync(join(folder, 'stores.json'), 'utf8'))
  const tops = list(folder, 'categories', '.json').map((path) => parse(path, readFileSync(path, 'utf8')))
  const everything = list(folder, 'products', '.jsonl').flatMap((path) =>
    readFileSync(path, 'utf8').split('\n').flatMap((line, index) => (line.trim() ? [{ ...parse(`${path}:${index + 1}`, line), where: `${path}:${index + 1}` }] : [])))
  return { stores, categories: tops.flatMap(flatten), everything, products: everything.filter((_, index) => index % sample === 0) }
}

const list = (folder, kind, ending) => readdirSync(join(folder, kind)).filter((file) => file.endsWith(ending)).sort().map((file) => join(folder, kind, file))
const flatten = (category) => [category, ...(category.children ?? []).flatMap(flatten)]

function parse(where, text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${where}: ${error.message}`)
  }
}
