// A soak test of money and stock, while a program is killed every second.
import { bloggerReferral, earnedByBlogger, giveBonuses, isFinal, openOperator } from './bonuses.mjs'
import { ENDED_STATUSES, audit, waitUntilSettled } from './books.mjs'
import { CARDS as PAYOUT_CARDS, openCashouts } from './cashouts.mjs'
import { findLeaks } from './leaks.mjs'
import { api, call, seededRandom, secrets, importProducts, kill, pause, signIn, signUpShoppers } from './shop.mjs'

const [seconds = '60', buyers = '200', seed = '1'] = process.argv.slice(2)
const KILLED_PROGRAMS = ['sovqat-order', 'sovqat-catalog', 'postgres', 'sovqat-bank', 'sovqat-gateway', 'sovqat-auth']
/** The bank declines the third card. Without a card, the buyer does not pay. */
const CARDS = ['4111111111111111', '4111111111111111', '4000000000000116', undefined]
const UNITS_EACH = 40
/** One in this many buyers has the app and spends bonuses. */
const BUYERS_PER_APP = 4

const imported = await importProducts(20, UNITS_EACH, `scarce-${Date.now()}`)
const products = imported.map((product) => ({ ...product, units: UNITS_EACH }))
const people = await signUpShoppers(Number(buyers))
const cashouts = await openCashouts()
const [referral, earnedBefore] = [await bloggerReferral(), await earnedByBlogger()]
const withApp = people.filter((_, number) => number % BUYERS_PER_APP === 0).slice(0, products.length)
await giveBonuses(withApp, products)
console.log(`${people.length} buyers, ${withApp.length} of them with bonuses, and ${products.length} products, ${UNITS_EACH} units of each; seed ${seed}`)
const end = Date.now() + Number(seconds) * 1000
const confirmed = []
const counts = { ordered: 0, refused: 0, cancelled: 0, paid: 0, spent: 0, delivered: 0, returned: 0, cashouts: 0 }
const toDeliver = []
let keys = 0

/** Retries with the same key. One request in five is sent twice at once. */
async function place(person, order, key) {
  for (let attempt = 0; Date.now() < end + 60_000; attempt++) {
    const send = () => api('/order', { body: order, token: person.token, key, sign: person.sign })
    const isSentTwice = attempt === 0 && keys % 5 === 0
    const [response] = await Promise.all([send(), isSentTwice ? send() : undefined])
    if (response.status === 401) await signIn(person)
    else if (isFinal(response)) return response
    await pause(500)
  }
  throw new Error(`no response to an order a minute after the last kill (${key})`)
}

async function payAtBank(redirect, number) {
  const to = new URL(redirect)
  const form = { action: 'pay', number, expiry: '12/30', cvv: '123' }
  const response = await call(to.pathname, { form, at: to.origin })
  if (response.status > 0 && response.status < 400) counts.paid++
}

async function shop(person, number) {
  const { below, next } = seededRandom(Number(seed) * 100_003 + number)
  while (Date.now() < end) {
    for (let line = 0; line < 3; line++) {
      const { id: productId } = products[below(products.length)]
      const sentReferral = next() < 0.3 ? referral() : undefined
      await api('/cart/add', { body: { productId, count: 1 + below(2), referral: sentReferral }, token: person.token })
    }
    const isCard = next() < 0.5
    let intent = { addressId: person.addressId, paymentMethod: isCard ? 'card' : 'cash' }
    const requestQuote = () => api('/order/check', { body: intent, token: person.token, sign: person.sign })
    let check = await requestQuote()
    if (check.status === 401) await signIn(person)
    const spendable = person.sign ? (check.data?.bonus?.spendable ?? 0) : 0
    if (spendable > 0 && check.data.quote) {
      intent = { ...intent, bonusAmount: 1 + below(spendable) }
      check = await requestQuote()
    }
    if (!check.data?.quote) {
      counts.refused++
      await api('/cart/clear', { body: {}, token: person.token })
      await pause(200)
      continue
    }
    const key = `soak-${seed}-${number}-${keys++}-${Date.now()}`
    const response = await place(person, { ...intent, quote: check.data.quote, recipientType: 'self' }, key)
    if (response.status !== 201) {
      counts.refused++
      continue
    }
    counts.ordered++
    const { order, payment } = response.data
    confirmed.push(order.code)
    if (order.amounts.bonusAmount > 0) counts.spent++
    const card = CARDS[below(CARDS.length)]
    if (payment?.redirectUrl && card) await payAtBank(payment.redirectUrl, card)
    if (next() < 0.4) {
      const { status } = await api(`/order/${order.code}/cancel`, { body: { reason: 'fikrimi dəyişdim' }, token: person.token })
      if (status === 200) counts.cancelled++
    } else if (!isCard || card) toDeliver.push({ person, order })
    await pause(below(400))
  }
}

async function deliver(number) {
  const operator = await openOperator()
  const { below, next } = seededRandom(Number(seed) * 7 + number)
  while (Date.now() < end) {
    const { person, order } = toDeliver.splice(below(toDeliver.length), 1)[0] ?? {}
    if (!order) await pause(100)
    else if (await operator.deliver(order.code)) {
      counts.delivered++
      if (next() < 0.6) await returnGoods(operator, person, order, { below, next })
    }
  }
}

async function returnGoods(operator, person, { code, lines }, { below, next }) {
  const { id: lineId, count } = lines[below(lines.length)]
  const ground = next() < 0.5 ? 'changed_mind' : 'faulty'
  const body = { ground, reason: 'bəyənmədim', ...(next() < 0.7 && { lines: [{ lineId, count: 1 + below(count) }] }) }
  for (const key = `back-${code}-${Date.now()}`; Date.now() < end + 60_000; await pause(300)) {
    const { status, data } = await api(`/order/${code}/refund`, { body, token: person.token, key })
    if (status === 401) await signIn(person)
    else if (isFinal({ status })) {
      const decided = status === 200 ? await operator.decide(data.id, next() < 0.85) : undefined
      if (decided?.status === 200) counts.returned++
      return
    }
  }
}

async function cashOut() {
  const random = seededRandom(Number(seed) * 13)
  while (Date.now() < end) {
    if (await cashouts.round(random)) counts.cashouts++
    await pause(300)
  }
}

const killed = new Map()
async function killPrograms() {
  const { below } = seededRandom(Number(seed))
  while (Date.now() < end - 2000) {
    await pause(1000)
    const victim = KILLED_PROGRAMS[below(KILLED_PROGRAMS.length)]
    if (kill(victim)) killed.set(victim, (killed.get(victim) ?? 0) + 1)
  }
}

await Promise.all([...people.map(shop), deliver(1), deliver(2), deliver(3), deliver(4), cashOut(), killPrograms()])
console.log(`killed: ${[...killed].map(([name, times]) => `${name} ${times}×`).join(', ')}`)
console.log(`${counts.ordered} orders confirmed, ${counts.refused} refused, ${counts.cancelled} cancelled, ${counts.paid} times at the bank`)
const earned = (await earnedByBlogger()) - earnedBefore
console.log(`${counts.spent} paid with bonuses, ${counts.delivered} delivered, ${counts.returned} refunds decided, ${earned} qəpik for the blogger`)

const orders = await waitUntilSettled(people)
const cashoutFaults = await cashouts.faults()
const paidOut = await cashouts.paidCount()
console.log(`${counts.cashouts} cash-outs requested, ${paidOut} of them paid`)
const books = { orders, confirmed, products }
let { faults, agreeing, compared } = await audit(books)
// The work of a killed worker is continued after 15 seconds, so differences may disappear.
for (const until = Date.now() + 90_000; faults.length > 0 && Date.now() < until; ) {
  await pause(3000)
  ;({ faults, agreeing, compared } = await audit(books))
}
const live = orders.filter(({ status }) => !ENDED_STATUSES.includes(status)).length
console.log(`${orders.length} orders, ${live} of them live; ${agreeing} payments agree with the bank; the auditor compared ${compared} rows`)
if (killed.size < 2 || live === 0) faults.push('nothing was tested: too few orders or too few kills')
faults.push(...cashoutFaults)
if ([counts.spent, counts.delivered, counts.returned, earned, paidOut].includes(0)) faults.push('bonuses, refunds, earnings or cash-outs were not tested')
const cards = [...CARDS, ...PAYOUT_CARDS].map((value) => ({ kind: 'card', value }))
const tokens = people.map(({ token }) => ({ kind: 'token', value: token }))
const leaks = await findLeaks([...secrets, ...cards, ...tokens])
console.log(`searched for ${secrets.length + cards.length} names, numbers and codes: ${leaks.searched.join(', ')}`)
faults.push(...leaks.faults)
for (const fault of faults.slice(0, 20)) console.log(`✗ ${fault}`)
console.log(faults.length === 0 ? 'stock, orders and money agree' : `${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
