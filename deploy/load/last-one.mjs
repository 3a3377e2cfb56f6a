// Buyers order the last item at once: exactly one must get it.
import { randomUUID } from 'node:crypto'
import { api, importProducts, pause, signUpShoppers, apiWithRetry } from './shop.mjs'

const [buyers = '1000'] = process.argv.slice(2)
const [product] = await importProducts(1, 1, `last-${Date.now()}`)
const people = await signUpShoppers(Number(buyers))

async function prepare({ token, addressId }) {
  await apiWithRetry('/cart/add', { body: { productId: product.id, count: 1 }, token })
  const intent = { addressId, paymentMethod: 'cash' }
  const { quote } = await apiWithRetry('/order/check', { body: intent, token })
  return { token, body: { ...intent, quote, recipientType: 'self' }, key: randomUUID() }
}

/** Retries with the same key until the shop has decided. */
async function place(order) {
  for (;;) {
    const response = await api('/order', order)
    if (response.status === 201 || (response.status >= 400 && response.status < 500 && response.status !== 429)) return response
    await pause(200)
  }
}

const BATCH_SIZE = 16
const ready = []
for (let first = 0; first < people.length; first += BATCH_SIZE)
  ready.push(...(await Promise.all(people.slice(first, first + BATCH_SIZE).map(prepare))))
console.log(`${ready.length} buyers have the last item in their carts`)

const startedAt = performance.now()
const responses = await Promise.all(ready.map(place))
const took = ((performance.now() - startedAt) / 1000).toFixed(1)
const counts = new Map()
for (const { status, json } of responses) {
  const kind = `${status} ${json?.code ?? ''}`.trim()
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
console.log(`responses after ${took} s: ${[...counts].map(([kind, count]) => `${count} × ${kind}`).join(', ')}`)

const orders = []
for (let first = 0; first < people.length; first += BATCH_SIZE) {
  const batch = people.slice(first, first + BATCH_SIZE).map(({ token }) => apiWithRetry('/order/all', { token }))
  orders.push(...(await Promise.all(batch)).flat())
}
const live = orders.filter(({ status }) => status !== 'cancelled')
// With a token, the response does not come from the cache.
const { stock } = await apiWithRetry(`/product/${product.slug}`, { token: people[0].token })
const confirmed = responses.filter(({ status }) => status === 201).length
const faults = []
if (confirmed !== 1) faults.push(`${confirmed} orders were confirmed`)
if (live.length !== 1) faults.push(`${live.length} live orders exist`)
if (stock !== 0) faults.push(`${stock} units are left`)
for (const fault of faults) console.log(`✗ ${fault}`)
if (faults.length === 0) console.log('one order, and no stock is left')
process.exit(faults.length === 0 ? 0 : 1)
