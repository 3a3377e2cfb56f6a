// Measures additions to carts: how many per second, and the latency of one.
//
//     cargo up        then        node deploy/load/carts.mjs [seconds: 20] [in parallel: 32] [maximum per second: unlimited]
//
// Each cart belongs to another account and gets three products, one after the other. The tokens are signed before the
// measurement starts, and the carts are deleted at the end. Needs `psql`.
import { api, dice, environment, goods, pause } from './shop.mjs'
import { session } from './sql.mjs'
import { Times } from './times.mjs'
import { signer } from './tokens.mjs'

const [seconds = '20', atOnce = '32', most = '0'] = process.argv.slice(2)
const [LINES, FIRST] = [3, 8_000_000_000_000]
const products = await goods(2000, 100_000, `carts-${Date.now()}`)
const token = signer()
// More than needed, because no token may be signed during the measurement.
const people = Array.from({ length: Number(seconds) * 1000 }, (_, number) => token(FIRST + number))
const database = session(environment('sovqat-order').ORDER_DATABASE_URL)
await database.ask(`delete from cart where account_id >= ${FIRST}`)

const times = new Times()
const { below } = dice(1)
const begun = performance.now()
const end = begun + Number(seconds) * 1000
let asked = 0
const turn = () => pause(Math.max(0, begun + (asked++ / Number(most)) * 1000 - performance.now()))
async function fill() {
  for (let person; performance.now() < end && (person = people.pop()); )
    for (let line = 0; line < LINES; line++) {
      if (Number(most) > 0) await turn()
      const { id: productId } = products[below(products.length)]
      await times.of('into the cart', () => api('/cart/add', { body: { productId, count: 1 }, token: person }))
    }
}
await Promise.all(Array.from({ length: Number(atOnce) }, fill))
times.print((performance.now() - begun) / 1000)
if (people.length === 0) console.log('all accounts are used up: more are needed')
await database.ask(`delete from cart where account_id >= ${FIRST}`)
process.exit(0)
