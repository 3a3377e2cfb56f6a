// Measures cash orders. SQL refills the carts and raises the slots' capacity.
import { randomUUID } from 'node:crypto'
import { api, seededRandom, environment, importProducts, pause, signUpShoppers, apiWithRetry } from './shop.mjs'
import { connectTo } from './sql.mjs'
import { Times } from './times.mjs'

// A `maxRate` of 0 is no limit.
const [seconds = '60', buyers = '400', maxRate = '0'] = process.argv.slice(2)
const LINES_PER_ORDER = 3
const CONCURRENCY = 48
const REFILL_INTERVAL_MS = 50
/** Only slots after the longest preparation time can be chosen for every cart. */
const MAX_PREPARATION_DAYS = 3
const products = await importProducts(2000, 1_000_000, `orders-${Date.now()}`)
const people = await signUpShoppers(Number(buyers))
const database = connectTo(environment('sovqat-order').ORDER_DATABASE_URL)
await database.query('update zone_window set capacity = 1000000')
const { days } = await apiWithRetry(`/delivery/slots?cityId=${people[0].cityId}&districtId=${people[0].districtId}&preparationDays=${MAX_PREPARATION_DAYS}`)
const windows = days.flatMap(({ slots }) => slots).filter(({ isFull }) => !isFull)
const { below } = seededRandom(1)

function fillCarts(buyers) {
  const lines = buyers.flatMap(({ account }) => {
    const first = below(products.length - LINES_PER_ORDER)
    return products.slice(first, first + LINES_PER_ORDER).map(({ id, price }) => `(${account}, ${id}, 1, ${price}, now())`)
  })
  const carts = buyers.map(({ account }) => `(${account}, now())`)
  return database.query(
    `begin; insert into cart values ${carts} on conflict do nothing;
     insert into cart_line (account_id, product_id, count, seen_price, added_at) values ${lines} on conflict do nothing; commit`,
  )
}

const account = ({ token }) => Number(JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).sub)
// Buyers with a full cart, and with an empty one.
const [ready, empty] = [[], people.map((person) => ({ ...person, account: account(person) }))]
async function refill() {
  const buyers = empty.splice(0)
  if (buyers.length > 0) await fillCarts(buyers)
  ready.push(...buyers)
}
await refill()
console.log(`${people.length} buyers, ${products.length} products`)

const times = new Times()
const startedAt = performance.now()
const end = startedAt + Number(seconds) * 1000
const refilling = (async () => {
  for (; performance.now() < end; await pause(REFILL_INTERVAL_MS)) await refill()
})()
async function buy({ token, addressId }) {
  const intent = { addressId, paymentMethod: 'cash', deliverySlot: windows[below(windows.length)].id }
  const check = await times.measure('check', () => api('/order/check', { body: intent, token }))
  const order = { ...intent, quote: check.data?.quote, recipientType: 'self' }
  const placed = await times.measure('place', () => api('/order', { body: order, token, key: randomUUID() }))
  if (placed.status === 201) times.add('check + place', check.took + placed.took)
}
let orderCount = 0
async function sell() {
  while (performance.now() < end) {
    const isEarly = Number(maxRate) > 0 && performance.now() < startedAt + (orderCount / Number(maxRate)) * 1000
    if (isEarly || ready.length === 0) {
      await pause(2)
      continue
    }
    orderCount++
    const buyer = ready.shift()
    await buy(buyer)
    empty.push(buyer)
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, sell))
await refilling
const took = (performance.now() - startedAt) / 1000
times.print(took)
console.log(`${times.count('check + place')} orders of ${LINES_PER_ORDER} lines in ${took.toFixed(1)} s`)
process.exit(0)
