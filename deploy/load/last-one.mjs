// A thousand buyers order the last item at once: exactly one must get it, and the others must be refused.
//
//     cargo up      then      node deploy/load/last-one.mjs [buyers: 1000]
import { randomUUID } from 'node:crypto'
import { api, goods, pause, shoppers, surely } from './shop.mjs'

const [buyers = '1000'] = process.argv.slice(2)
const [product] = await goods(1, 1, `last-${Date.now()}`)
const people = await shoppers(Number(buyers))

/** Puts the product into the cart and gets a quote. */
async function prepare({ token, addressId }) {
  await surely('/cart/add', { body: { productId: product.id, count: 1 }, token })
  const intent = { addressId, paymentMethod: 'cash' }
  const { quote } = await surely('/order/check', { body: intent, token })
  return { token, body: { ...intent, quote, recipientType: 'self' }, key: randomUUID() }
}

/** Places the order. Retries with the same key until the shop has decided. */
async function place(order) {
  for (;;) {
    const answer = await api('/order', order)
    if (answer.status === 201 || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) return answer
    await pause(200)
  }
}

const ready = []
for (let first = 0; first < people.length; first += 16) ready.push(...(await Promise.all(people.slice(first, first + 16).map(prepare))))
console.log(`${ready.length} buyers have the last item in their carts`)

const begun = performance.now()
const answers = await Promise.all(ready.map(place))
const took = ((performance.now() - begun) / 1000).toFixed(1)
const kinds = new Map()
for (const { status, json } of answers) kinds.set(`${status} ${json?.code ?? ''}`.trim(), (kinds.get(`${status} ${json?.code ?? ''}`.trim()) ?? 0) + 1)
console.log(`responses after ${took} s: ${[...kinds].map(([kind, times]) => `${times} × ${kind}`).join(', ')}`)

const orders = []
for (let first = 0; first < people.length; first += 16) {
  const pack = people.slice(first, first + 16).map(({ token }) => surely('/order/all', { token }))
  orders.push(...(await Promise.all(pack)).flat())
}
const live = orders.filter(({ status }) => status !== 'cancelled')
// With a token, the response does not come from the cache.
const { stock } = await surely(`/product/${product.slug}`, { token: people[0].token })
const won = answers.filter(({ status }) => status === 201).length
const faults = []
if (won !== 1) faults.push(`${won} orders were confirmed`)
if (live.length !== 1) faults.push(`${live.length} live orders exist`)
if (stock !== 0) faults.push(`${stock} units are left`)
for (const fault of faults) console.log(`✗ ${fault}`)
if (faults.length === 0) console.log('one order, and no stock is left')
process.exit(faults.length === 0 ? 0 : 1)
