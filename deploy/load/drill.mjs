// The traffic of `cargo drill`, which rehearses a disaster such as the loss of a database: shoppers who order, pay and cancel meanwhile.
// Afterwards, compares what shoppers were told with what the shop still knows.
//
//     BASE_URL=http://127.0.0.1:8300 node deploy/load/drill.mjs [buyers: 10] [seed: 1]
//
// A drill controls it by lines on the standard input; each answer is a line of JSON:
//
//     load        shoppers sign up, order by cash and card, pay, cancel, and an operator delivers, until `stop`
//     progress    how many orders were confirmed and how many requests had no answer or a 5xx, and when
//     stop        ends the traffic, and waits for open requests
//     compare     waits until the shop has settled everything, and returns actions, orders, differences and feeds
//
// Times are in milliseconds since 1970.
import { createInterface } from 'node:readline'
import { isFinal, openOperator } from './bonuses.mjs'
import { compare } from './drill-books.mjs'
import { api, bank, call, importProducts, pause, seededRandom, signUpShoppers } from './shop.mjs'

const [buyers = '10', seed = '1'] = process.argv.slice(2)
/** The stock of each product, enough that none is sold out. */
const UNITS_EACH = 100_000
/** A card that the sandbox bank approves. */
const CARD = '4111111111111111'
/** The longest pause of a shopper between two orders, in ms. */
const MAX_PAUSE = 1500
/** The longest pause between two people who sign up, in ms. */
const MAX_SIGN_UP_PAUSE = 800
/** How many people sign up at the same time. */
const NEWCOMERS = 3
/** How long a request for an order is repeated, in ms. */
const TIMEOUT = 120_000

const products = await importProducts(10, UNITS_EACH, `drill-${Date.now()}`)
const people = await signUpShoppers(Number(buyers))
const operator = await openOperator()
// The bank's address is read now and remembered, because the order service, which knows it, may be down later.
bank()

/** Lists what the shop has confirmed: an order's code, the action, and the times of request and answer. */
const actions = []
/** The codes of orders that an operator will deliver. */
const toDeliver = []
/** The phone numbers that each account id was given to: more than one is a fault, also after a restore. */
const accounts = new Map()
const progress = { confirmed: 0, signedUp: 0, lastConfirmedAt: 0, requests: 0, failed: 0, firstFailedAt: 0, lastFailedAt: 0, lostAccounts: 0, errors: {} }
people.forEach(noteAccount)
let isRunning = false
let keys = 0

/** Sends a request, and counts those without an answer and with a 5xx. */
async function send(path, options) {
  const askedAt = Date.now()
  const response = await api(path, options)
  progress.requests++
  if (response.status === 0 || response.status >= 500) {
    progress.failed++
    progress.firstFailedAt ||= askedAt
    progress.lastFailedAt = Date.now()
  }
  return response
}

/** Notes the account's id, which is in the token. */
function noteAccount({ token, phoneNumber }) {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))
  accounts.set(sub, [...(accounts.get(sub) ?? []), phoneNumber])
  progress.signedUp++
}

/** Creates an account. */
async function signUp() {
  const [person] = await signUpShoppers(1)
  noteAccount(person)
  return person
}

/** Signs in again. A shopper whose account was lost with the database signs up anew. */
async function signIn(person) {
  const { status, data } = await send('/auth/signin', { body: { login: person.phoneNumber, password: person.password } })
  if (status === 200) person.token = data.accessToken
  else if (isFinal({ status }) || status === 401) {
    progress.lostAccounts++
    Object.assign(person, await signUp())
  }
}

/** Signs up a person, who replaces another shopper. */
async function join({ below }) {
  const person = await signUp()
  people[below(people.length)] = person
}

/** Places an order; repeats the request with the same key until the answer is final. */
async function place(person, order, key) {
  const until = Date.now() + TIMEOUT
  while (Date.now() < until) {
    const response = await send('/order', { body: order, token: person.token, key })
    if (response.status === 401) await signIn(person)
    else if (isFinal(response)) return response
    await pause(300)
  }
  throw new Error('an order had no final answer')
}

/** Fills the form of the bank's page. Returns whether the bank has answered without an error. */
async function payAtBank(redirect) {
  const to = new URL(redirect)
  const response = await call(to.pathname, { form: { action: 'pay', number: CARD, expiry: '12/30', cvv: '123' }, at: to.origin })
  return response.status > 0 && response.status < 400
}

/** Runs `act`, a request about an order, and records the action if the shop has confirmed it. */
async function note(code, what, act) {
  const askedAt = Date.now()
  if (await act()) actions.push({ code, what, askedAt, answeredAt: Date.now() })
}

/** Adds a product to the cart, orders, pays if by card, and sometimes cancels or passes the order on for delivery. */
async function buy(person, { below, next }) {
  const { id: productId } = products[below(products.length)]
  const added = await send('/cart/add', { body: { productId, count: 1 + below(2) }, token: person.token })
  if (added.status === 401) return signIn(person)
  const paymentMethod = next() < 0.5 ? 'card' : 'cash'
  const intent = { addressId: person.addressId, paymentMethod }
  const check = await send('/order/check', { body: intent, token: person.token })
  if (!check.data?.quote) {
    if (isFinal(check)) await send('/cart/clear', { body: {}, token: person.token })
    return undefined
  }
  const askedAt = Date.now()
  const order = { ...intent, quote: check.data.quote, recipientType: 'self' }
  const { status, data } = await place(person, order, `drill-${seed}-${askedAt}-${keys++}`)
  if (status !== 201) return undefined
  const { code } = data.order
  progress.confirmed++
  progress.lastConfirmedAt = Date.now()
  actions.push({ code, what: 'placed', isCash: paymentMethod === 'cash', askedAt, answeredAt: Date.now() })
  if (data.payment?.redirectUrl) await note(code, 'paid', () => payAtBank(data.payment.redirectUrl))
  if (next() < 0.15) {
    const cancel = () => send(`/order/${code}/cancel`, { body: { reason: 'fikrimi dəyişdim' }, token: person.token })
    await note(code, 'cancelled', async () => (await cancel()).status === 200)
  } else if (next() < 0.3) toDeliver.push(code)
  return undefined
}

/** Repeats until `stop`. An exception is counted by its message and does not end the traffic. */
async function repeat(act, maxPause, random) {
  while (isRunning) {
    await act(random).catch(({ message }) => (progress.errors[message] = (progress.errors[message] ?? 0) + 1))
    await pause(random.below(maxPause))
  }
}

/** Reports the next waiting order as delivered, as an operator does. */
async function deliver() {
  const code = toDeliver.shift()
  if (code) await note(code, 'delivered', () => operator.deliver(code))
}

let traffic
/** The functions behind the commands of the standard input. */
const commands = {
  load() {
    isRunning = true
    const random = (number) => seededRandom(Number(seed) * 100_003 + number)
    const shoppers = people.map((_, number) => repeat((random) => buy(people[number], random), MAX_PAUSE, random(number)))
    const newcomers = Array.from({ length: NEWCOMERS }, (_, number) => repeat(join, MAX_SIGN_UP_PAUSE, random(people.length + number)))
    traffic = Promise.all([...shoppers, ...newcomers, repeat(deliver, 300, random(people.length + NEWCOMERS))])
    return {}
  },
  progress: () => progress,
  async stop() {
    isRunning = false
    await traffic
    return progress
  },
  async compare() {
    const sharedAccounts = [...accounts].filter(([, phones]) => phones.length > 1).map(([id]) => id)
    return { actions, sharedAccounts, ...(await compare(products, UNITS_EACH, actions)) }
  },
}

console.log(JSON.stringify({ buyers: people.length, products: products.length }))
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await Promise.resolve(commands[line]()).catch((error) => ({ error: error.message }))
  console.log(JSON.stringify(answer))
}
process.exit(0)
