// Measures additions to carts. Each cart belongs to another account. Needs `psql`.
import { api, seededRandom, environment, importProducts, pause } from './shop.mjs'
import { connectTo } from './sql.mjs'
import { Times } from './times.mjs'
import { signer } from './tokens.mjs'

// A `maxRate` of 0 is no limit.
const [seconds = '20', concurrency = '32', maxRate = '0'] = process.argv.slice(2)
const LINES_PER_CART = 3
const FIRST_ACCOUNT = 8_000_000_000_000
const products = await importProducts(2000, 100_000, `carts-${Date.now()}`)
const signToken = signer()
// More than needed: none may be signed during the measurement.
const tokens = Array.from({ length: Number(seconds) * 1000 }, (_, number) => signToken(FIRST_ACCOUNT + number))
const database = connectTo(environment('sovqat-order').ORDER_DATABASE_URL)
await database.query(`delete from cart where account_id >= ${FIRST_ACCOUNT}`)

const times = new Times()
const { below } = seededRandom(1)
const startedAt = performance.now()
const end = startedAt + Number(seconds) * 1000
let sent = 0
function waitForRate() {
  const due = startedAt + (sent / Number(maxRate)) * 1000
  sent++
  return pause(Math.max(0, due - performance.now()))
}
async function fill() {
  while (performance.now() < end && tokens.length > 0) {
    const token = tokens.pop()
    for (let line = 0; line < LINES_PER_CART; line++) {
      if (Number(maxRate) > 0) await waitForRate()
      const { id: productId } = products[below(products.length)]
      await times.measure('add to cart', () => api('/cart/add', { body: { productId, count: 1 }, token }))
    }
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, fill))
times.print((performance.now() - startedAt) / 1000)
if (tokens.length === 0) console.log('all accounts are used up: more are needed')
await database.query(`delete from cart where account_id >= ${FIRST_ACCOUNT}`)
process.exit(0)
