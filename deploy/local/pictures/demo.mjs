// Reads the stores, categories and products of the demo.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Only `products`, every `sample`th one, get pictures. */
export function readDemo(folder, sample) {
  const stores = parse(join(folder, 'stores.json'), readFileSync(join(folder, 'stores.json'), 'utf8'))
  const tops = list(folder, 'categories', '.json').map((path) => parse(path, readFileSync(path, 'utf8')))
  const everything = list(folder, 'products', '.jsonl').flatMap((path) =>
    readFileSync(path, 'utf8').split('\n').flatMap((line, index) => {
      const where = `${path}:${index + 1}`
      return line.trim() ? [{ ...parse(where, line), where }] : []
    }))
  return { stores, categories: tops.flatMap(flatten), everything, products: everything.filter((_, index) => index % sample === 0) }
}

const list = (folder, kind, ending) => {
  const files = readdirSync(join(folder, kind)).filter((file) => file.endsWith(ending))
  return files.sort().map((file) => join(folder, kind, file))
}
const flatten = (category) => [category, ...(category.children ?? []).flatMap(flatten)]

function parse(where, text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${where}: ${error.message}`)
  }
}
