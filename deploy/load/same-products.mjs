// Checks that an export contains all imported products with the same content.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const [imported, exported] = process.argv.slice(2)

// The import computes `publishedAt` from `days`, and the stock from that of sizes.
const normalise = ({ days, publishedAt, stock, ...content }) => plain(content.sizes ? content : { stock, ...content })
/** Removes empty values and single-element arrays, and sorts members. */
function plain(value) {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined
    return value.length === 1 ? plain(value[0]) : value.map(plain)
  }
  if (value === null || value === '' || typeof value !== 'object') return value ?? undefined
  const members = Object.entries(value).map(([name, member]) => [name, plain(member)])
  const entries = members.filter(([, member]) => member !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function* lines(file) {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) yield JSON.parse(line)
}
const hash = (product) => createHash('sha1').update(JSON.stringify(normalise(product))).digest('base64')

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
