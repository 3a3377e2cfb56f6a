// Measures cash orders through the gateway, each checked and placed: how many per second, and their latency.
//
//     cargo up        then        node deploy/load/orders.mjs [seconds: 60] [buyers: 400] [maximum per second: unlimited]
//
// Each buyer has three products in the cart, checks it and orders for a slot in the next two weeks. The carts are
// refilled by SQL and not measured here (see `carts.mjs`). The slots' capacity is raised first.
import { randomUUID } from 'node:crypto'
import { api, dice, environment, goods, pause, shoppers, surely } from './shop.mjs'
import { session } from './sql.mjs'
import { Times } from './times.mjs'

const [seconds = '60', buyers = '400', most = '0'] = process.argv.slice(2)
const [LINES, AT_ONCE, REFILL_EVERY] = [3, 48, 50]
/** The longest preparation time of the demo's products in days; their carts can only be ordered for later slots. */
const SLOWEST = 3
const products = await goods(2000, 1_000_000, `orders-${Date.now()}`)
const people = await shoppers(Number(buyers))
const database = session(environment('sovqat-order').ORDER_DATABASE_URL)
await database.ask('update zone_window set capacity = 1000000')
const { days } = await surely(`/delivery/slots?cityId=${people[0].cityId}&districtId=${people[0].districtId}&preparationDays=${SLOWEST}`)
const windows = days.flatMap(({ slots }) => slots).filter(({ isFull }) => !isFull)
const { below } = dice(1)

/** Puts three products into each cart. */
function fill(some) {
  const lines = some.flatMap(({ account }) => {
    const first = below(products.length - LINES)
    return products.slice(first, first + LINES).map(({ id, price }) => `(${account}, ${id}, 1, ${price}, now())`)
  })
  const carts = some.map(({ account }) => `(${account}, now())`)
  return database.ask(
    `begin; insert into cart values ${carts} on conflict do nothing;
     insert into cart_line (account_id, product_id, count, seen_price, added_at) values ${lines} on conflict do nothing; commit`,
  )
}

const account = ({ token }) => Number(JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).sub)
const [ready, empty] = [[], people.map((person) => ({ ...person, account: account(person) }))]
async function refill() {
  const some = empty.splice(0)
  if (some.length > 0) await fill(some)
  ready.push(...some)
}
await refill()
console.log(`${people.length} buyers, ${products.length} products`)

const times = new Times()
const begun = performance.now()
const end = begun + Number(seconds) * 1000
const refilling = (async () => {
  for (; performance.now() < end; await pause(REFILL_EVERY)) await refill()
})()
async function buy({ token, addressId }) {
  const intent = { addressId, paymentMethod: 'cash', deliverySlot: windows[below(windows.length)].id }
  const check = await times.of('check', () => api('/order/check', { body: intent, token }))
  const order = { ...intent, quote: check.data?.quote, recipientType: 'self' }
  const placed = await times.of('place', () => api('/order', { body: order, token, key: randomUUID() }))
  if (placed.status === 201) times.add('check + place', check.took + placed.took)
}
let begunOrders = 0
async function sell() {
  while (performance.now() < end) {
    const buyer = ready.shift()
    const isEarly = Number(most) > 0 && performance.now() < begun + (begunOrders / Number(most)) * 1000
    if (!buyer || isEarly) {
      if (buyer) ready.unshift(buyer)
      await pause(2)
      continue
    }
    begunOrders++
    await buy(buyer)
    empty.push(buyer)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, sell))
await refilling
const took = (performance.now() - begun) / 1000
times.print(took)
console.log(`${times.count('check + place')} orders of ${LINES} lines in ${took.toFixed(1)} s`)
process.exit(0)
