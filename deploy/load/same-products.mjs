// Compares two files of products, one product per line as JSON. Checks that all products of the imported file are in the
// exported file with the same content, so that an export and an import lose nothing.
//
//     node deploy/load/same-products.mjs <imported file> <exported file>
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const [imported, exported] = process.argv.slice(2)

// Removes differences without meaning: the import computes `publishedAt` from `days`, and the stock of a product with
// sizes from its sizes; the export omits empty values.
const normalise = ({ days, publishedAt, stock, ...content }) => plain(content.sizes ? content : { stock, ...content })
/** Removes empty values and single-element arrays, and sorts the members. */
function plain(value) {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.length === 1 ? plain(value[0]) : value.map(plain)
  if (value === null || value === '' || typeof value !== 'object') return value ?? undefined
  const entries = Object.entries(value).flatMap(([name, member]) => (plain(member) === undefined ? [] : [[name, plain(member)]]))
  return entries.length === 0 ? undefined : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Yields the products of a file. */
async function* lines(file) {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) yield JSON.parse(line)
}
/** Returns a text that is the same for equal products. */
const hash = (product) => createHash('sha1').update(JSON.stringify(normalise(product))).digest('base64')

/** The hashes of the imported products that are not yet found in the exported file, by slug. */
const expected = new Map()
for await (const product of lines(imported)) expected.set(product.slug, hash(product))
const total = expected.size
let same = 0
let others = 0
const differing = []
for await (const product of lines(exported)) {
  const before = expected.get(product.slug)
  if (before === undefined) others++
  else if (before === hash(product)) same++
  else differing.push(product)
  expected.delete(product.slug)
}
console.log(`── of ${total} products, ${same} are equal, ${differing.length} differ and ${expected.size} are missing; there are ${others} other products`)
if (differing.length > 0) console.log(JSON.stringify(normalise(differing[0])))
process.exit(same === total ? 0 : 1)
