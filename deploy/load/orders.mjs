// How many cash orders a second go through the gateway, and how long checking and placing take.
//
//   cargo up        then        node deploy/load/orders.mjs [seconds: 60] [buyers: 48] [orders a second at most: as many as go]
//
// Every buyer fills a cart with three things, checks it and places it for a window of the next two weeks, again and again. Filling is
// timed apart, for a shopper does it long before; but it is done by the same machine in the same minute. Couriers are few, so the windows
// are made wide first: that needs `psql`.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { api, dice, environment, goods, pause, shoppers, surely } from './shop.mjs'

const [seconds = '60', buyers = '48', most = '0'] = process.argv.slice(2)
const LINES = 3
const products = await goods(2000, 100_000, `load-${Date.now()}`)
const people = await shoppers(Number(buyers))
execFileSync('psql', [environment('sovqat-order').ORDER_DATABASE_URL, '-qc', 'update zone_window set capacity = 1000000'])
const { days } = await surely(`/delivery/slots?cityId=${people[0].cityId}&districtId=${people[0].districtId}`)
const windows = days.flatMap(({ slots }) => slots).filter(({ isFull }) => !isFull)
console.log(`${people.length} buyers, ${products.length} products`)

const times = { add: [], check: [], place: [], order: [] }
const refused = new Map()
const timed = async (what, path, options) => {
  const begun = performance.now()
  const answer = await api(path, options)
  const took = performance.now() - begun
  if (answer.status === 200 || answer.status === 201) times[what].push(took)
  else refused.set(`${what} ${answer.status} ${answer.json?.code}`, (refused.get(`${what} ${answer.status} ${answer.json?.code}`) ?? 0) + 1)
  return { ...answer, took }
}

let placed = 0
const begun = performance.now()
const end = begun + Number(seconds) * 1000
async function buy({ token, addressId }, number) {
  const { below } = dice(number)
  while (performance.now() < end) {
    if (Number(most) > 0) await pause(Math.max(0, begun + (placed / Number(most)) * 1000 - performance.now()))
    for (let line = 0; line < LINES; line++) {
      const { id: productId } = products[below(products.length)]
      await timed('add', '/cart/add', { body: { productId, count: 1 }, token })
    }
    const intent = { addressId, paymentMethod: 'cash', deliverySlot: windows[below(windows.length)].id }
    const check = await timed('check', '/order/check', { body: intent, token })
    const order = { ...intent, quote: check.data?.quote, recipientType: 'self' }
    const answer = await timed('place', '/order', { body: order, token, key: randomUUID() })
    if (answer.status === 201) {
      placed++
      times.order.push(check.took + answer.took)
    }
  }
}
await Promise.all(people.map(buy))
const took = (performance.now() - begun) / 1000

for (const [what, list] of Object.entries(times)) {
  list.sort((a, b) => a - b)
  const at = (share) => list[Math.min(list.length - 1, Math.floor(list.length * share))]?.toFixed(1)
  console.log(`${what.padEnd(7)} ${(list.length / took).toFixed(0).padStart(6)}/s; median ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`)
}
for (const [why, count] of refused) console.log(`refused: ${why} ${count}`)
console.log(`${placed} orders of ${LINES} lines in ${took.toFixed(1)} s: ${(placed / took).toFixed(0)} a second`)
process.exit(0)
