// The traffic of `cargo drill`. Each line of input is one of the `commands`, and gets a line of JSON.
import { createInterface } from 'node:readline'
import { isFinal, openOperator } from './bonuses.mjs'
import { compare } from './drill-books.mjs'
import { api, bank, call, importProducts, pause, seededRandom, signUpShoppers } from './shop.mjs'

const [buyers = '10', seed = '1'] = process.argv.slice(2)
const UNITS_EACH = 100_000
const APPROVED_CARD = '4111111111111111'
const MAX_PAUSE_MS = 1500
const MAX_SIGN_UP_PAUSE_MS = 800
const CONCURRENT_SIGN_UPS = 3
const ORDER_TIMEOUT_MS = 120_000

const products = await importProducts(10, UNITS_EACH, `drill-${Date.now()}`)
const people = await signUpShoppers(Number(buyers))
const operator = await openOperator()
// `bank` caches the address while the order service, which knows it, is up.
bank()

const actions = []
const toDeliver = []
/** Phone numbers by account id: two of them are a fault. */
const accounts = new Map()
const progress = { confirmed: 0, signedUp: 0, lastConfirmedAt: 0, requests: 0, failed: 0, firstFailedAt: 0, lastFailedAt: 0, lostAccounts: 0, errors: {} }
people.forEach(recordAccount)
let isRunning = false
let keys = 0

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

function recordAccount({ token, phoneNumber }) {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'))
  accounts.set(sub, [...(accounts.get(sub) ?? []), phoneNumber])
  progress.signedUp++
}

async function signUp() {
  const [person] = await signUpShoppers(1)
  recordAccount(person)
  return person
}

async function signIn(person) {
  const { status, data } = await send('/auth/signin', { body: { login: person.phoneNumber, password: person.password } })
  if (status === 200) person.token = data.accessToken
  // The account was lost with its database.
  else if (isFinal({ status }) || status === 401) {
    progress.lostAccounts++
    Object.assign(person, await signUp())
  }
}

async function replaceShopper({ below }) {
  const person = await signUp()
  people[below(people.length)] = person
}

/** Repeats the request with the same key until the response is final. */
async function place(person, order, key) {
  const until = Date.now() + ORDER_TIMEOUT_MS
  while (Date.now() < until) {
    const response = await send('/order', { body: order, token: person.token, key })
    if (response.status === 401) await signIn(person)
    else if (isFinal(response)) return response
    await pause(300)
  }
  throw new Error('an order had no final answer')
}

async function payAtBank(redirect) {
  const to = new URL(redirect)
  const response = await call(to.pathname, { form: { action: 'pay', number: APPROVED_CARD, expiry: '12/30', cvv: '123' }, at: to.origin })
  return response.status > 0 && response.status < 400
}

/** `act` returns whether the shop has confirmed the action. */
async function recordAction(code, what, act) {
  const askedAt = Date.now()
  if (await act()) actions.push({ code, what, askedAt, answeredAt: Date.now() })
}

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
  if (data.payment?.redirectUrl) await recordAction(code, 'paid', () => payAtBank(data.payment.redirectUrl))
  if (next() < 0.15) {
    const cancel = () => send(`/order/${code}/cancel`, { body: { reason: 'fikrimi dəyişdim' }, token: person.token })
    await recordAction(code, 'cancelled', async () => (await cancel()).status === 200)
  } else if (next() < 0.3) toDeliver.push(code)
  return undefined
}

/** Exceptions are counted and do not end the traffic. */
async function repeat(act, maxPause, random) {
  while (isRunning) {
    await act(random).catch(({ message }) => (progress.errors[message] = (progress.errors[message] ?? 0) + 1))
    await pause(random.below(maxPause))
  }
}

async function deliver() {
  const code = toDeliver.shift()
  if (code) await recordAction(code, 'delivered', () => operator.deliver(code))
}

let traffic
const commands = {
  load() {
    isRunning = true
    const randomOf = (number) => seededRandom(Number(seed) * 100_003 + number)
    const shoppers = people.map((_, number) => repeat((random) => buy(people[number], random), MAX_PAUSE_MS, randomOf(number)))
    const newcomers = Array.from({ length: CONCURRENT_SIGN_UPS }, (_, number) => repeat(replaceShopper, MAX_SIGN_UP_PAUSE_MS, randomOf(people.length + number)))
    traffic = Promise.all([...shoppers, ...newcomers, repeat(deliver, 300, randomOf(people.length + CONCURRENT_SIGN_UPS))])
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
