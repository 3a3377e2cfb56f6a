// Many buy the same few things by card and by cash, change their minds and press twice, while parts of the shop are killed every second.
// Then nobody does anything until all is settled, and the books have to agree: stock, orders, and the bank.
//
//   cargo up      then      node deploy/load/soak.mjs [seconds: 60] [buyers: 200] [seed: 1]
//
// For every scarce thing: what was brought = what is free + what live orders hold. Every answer that said an order was placed has its
// order, once. The bank keeps exactly the totals of the orders that are paid, and nothing of any other. The shop's own auditor finds no
// difference between ledger, orders, stock, slots, promo codes and the bank.
import { api, bank, call, demo, dice, goods, kill, pause, shoppers, surely } from './shop.mjs'

const [seconds = '60', buyers = '200', seed = '1'] = process.argv.slice(2)
const VICTIMS = ['sovqat-order', 'sovqat-catalog', 'postgres', 'sovqat-bank', 'sovqat-gateway', 'sovqat-auth']
const CARDS = ['4111111111111111', '4111111111111111', '4000000000000116', undefined]
const EACH = 40
const OVER = ['cancelled', 'returned']

const things = await goods(20, EACH, `scarce-${Date.now()}`)
const people = await shoppers(Number(buyers))
console.log(`${people.length} buyers and ${things.length} things, ${EACH} of each; seed ${seed}`)
const end = Date.now() + Number(seconds) * 1000
const promised = []
const audits = { compared: 0 }
const counts = { ordered: 0, refused: 0, cancelled: 0, paid: 0 }
let keys = 0

/** Asked again with the same key until there is an answer: the same order. While parts are killed there may be none for long. */
async function place(person, order, key) {
  for (let attempt = 0; Date.now() < end + 60_000; attempt++) {
    const twice = attempt === 0 && keys % 5 === 0 ? api('/order', { body: order, token: person.token, key }) : undefined
    const [answer] = await Promise.all([api('/order', { body: order, token: person.token, key }), twice])
    if (answer.status === 401) await enter(person)
    else if (answer.status === 201 || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) return answer
    await pause(500)
  }
  throw new Error(`no answer to an order a minute after the last kill (${key})`)
}

async function enter(person) {
  person.token = (await surely('/auth/signin', { body: { login: person.email, password: person.password } })).accessToken
}

async function payAtBank(redirect, number) {
  const to = new URL(redirect)
  const form = { action: 'pay', number, expiry: '12/30', cvv: '123' }
  const answer = await call(to.pathname, { form, at: to.origin })
  if (answer.status > 0 && answer.status < 400) counts.paid++
}

async function shop(person, number) {
  const { below, next } = dice(Number(seed) * 100_003 + number)
  while (Date.now() < end) {
    for (let line = 0; line < 3; line++) {
      const { id: productId } = things[below(things.length)]
      await api('/cart/add', { body: { productId, count: 1 + below(2) }, token: person.token })
    }
    const isCard = next() < 0.5
    const intent = { addressId: person.addressId, paymentMethod: isCard ? 'card' : 'cash' }
    const check = await api('/order/check', { body: intent, token: person.token })
    if (check.status === 401) await enter(person)
    if (!check.data?.quote) {
      // Something is gone: the cart begins anew.
      counts.refused++
      await api('/cart/clear', { body: {}, token: person.token })
      await pause(200)
      continue
    }
    const key = `soak-${seed}-${number}-${keys++}-${Date.now()}`
    const answer = await place(person, { ...intent, quote: check.data.quote, recipientType: 'self' }, key)
    if (answer.status !== 201) {
      counts.refused++
      continue
    }
    counts.ordered++
    const { order, payment } = answer.data
    promised.push({ person, code: order.code })
    const card = CARDS[below(CARDS.length)]
    if (payment?.redirectUrl && card) await payAtBank(payment.redirectUrl, card)
    if (next() < 0.4) {
      const { status } = await api(`/order/${order.code}/cancel`, { body: { reason: 'fikrimi dəyişdim' }, token: person.token })
      if (status === 200) counts.cancelled++
    }
    await pause(below(400))
  }
}

const killed = new Map()
async function harm() {
  const { below } = dice(Number(seed))
  while (Date.now() < end - 2000) {
    await pause(1000)
    const victim = VICTIMS[below(VICTIMS.length)]
    if (kill(victim)) killed.set(victim, (killed.get(victim) ?? 0) + 1)
  }
}

await Promise.all([...people.map(shop), harm()])
console.log(`killed: ${[...killed].map(([name, times]) => `${name} ${times}×`).join(', ')}`)
console.log(`${counts.ordered} orders answered, ${counts.refused} refused, ${counts.cancelled} cancelled, ${counts.paid} times at the bank`)

const orders = await settled()
// What died with its worker is taken up a quarter of a minute later: the books may be late, but not for long.
let { faults, agreeing } = await audit()
for (const until = Date.now() + 90_000; faults.length > 0 && Date.now() < until; ) {
  await pause(3000)
  ;({ faults, agreeing } = await audit())
}
const live = orders.filter(({ status }) => !OVER.includes(status)).length
console.log(`${orders.length} orders, ${live} of them live; ${agreeing} payments agree with the bank; the auditor compared ${audits.compared} rows`)
if (killed.size < 2 || live === 0) faults.push('nothing was shown: too little was ordered or too little was killed')
for (const fault of faults.slice(0, 20)) console.log(`✗ ${fault}`)
console.log(faults.length === 0 ? 'stock, orders and money agree' : `${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)

/** Everything that does not agree, in a sentence each. */
async function audit() {
  const found = [...lost(), ...(await misplaced()), ...(await miscounted())]
  const day = new Date(Date.now() + 4 * 3600_000).toISOString().slice(0, 10)
  const { differing, agreeing } = await surely(`/admin/payments/reconcile?date=${day}`, { token: await demo('operator') })
  found.push(...differing.map((payment) => `the ledger and the bank differ: ${JSON.stringify(payment)}`))
  found.push(...(await audited()))
  return { faults: found, agreeing }
}

/** Asks the shop's auditor for a run and returns its findings. */
async function audited() {
  const token = await demo('operator')
  const { id } = await surely('/admin/auditor/runs', { body: {}, token })
  const until = Date.now() + 120_000
  for (;;) {
    const run = (await surely('/admin/auditor/runs', { token })).find((one) => one.id === id)
    if (run?.finishedAt) {
      const failed = run.results.filter(({ hasFailed }) => hasFailed).map(({ area }) => `the auditor could not compare ${area}`)
      const findings = await surely('/admin/auditor/findings?perPage=50', { token })
      audits.compared = run.results.reduce((sum, { compared }) => sum + compared, 0)
      return [...failed, ...findings.map((one) => `the auditor: ${one.area} ${one.subject} ${one.field}: ${one.found}, not ${one.expected}`)]
    }
    if (Date.now() > until) return ['the auditor has not finished after two minutes']
    await pause(500)
  }
}

function lost() {
  const times = new Map()
  for (const { code } of orders) times.set(code, (times.get(code) ?? 0) + 1)
  return promised.filter(({ code }) => times.get(code) !== 1).map(({ code }) => `${code} was promised and is there ${times.get(code) ?? 0} times`)
}

async function misplaced() {
  const held = new Map()
  for (const { status, lines } of orders)
    if (!OVER.includes(status)) for (const { productId, count } of lines) held.set(productId, (held.get(productId) ?? 0) + count)
  const found = []
  for (const { id, slug } of things) {
    const { stock } = await surely(`/product/${slug}`)
    const taken = held.get(id) ?? 0
    if (stock < 0 || stock + taken !== EACH) found.push(`${slug}: ${EACH} were brought, ${stock} are free and ${taken} are ordered`)
  }
  return found
}

async function miscounted() {
  const { payments } = await (await fetch(`${bank()}/sandbox/payments`)).json()
  const kept = new Map()
  for (const { order_id, status, charged, returned } of payments) {
    if (status !== 'success' && status !== 'returned') continue
    const code = order_id.split('/')[0]
    kept.set(code, (kept.get(code) ?? 0) + Math.round((Number(charged) - Number(returned)) * 100))
  }
  const due = ({ status, paymentMethod, amounts }) => (paymentMethod === 'cash' || OVER.includes(status) ? 0 : amounts.total)
  const wrong = orders.filter((order) => (kept.get(order.code) ?? 0) !== due(order))
  return wrong.map((order) => `${order.code} (${order.status}): the bank keeps ${kept.get(order.code) ?? 0} of ${due(order)} qəpik`)
}

/** All orders of all people, once none of them waits for anything but a courier. Who has not paid by now does not want it any more. */
async function settled() {
  const until = Date.now() + 240_000
  for (;;) {
    const all = []
    for (const person of people) {
      const theirs = await ordersOf(person)
      for (const { code, canPay } of theirs) if (canPay) await api(`/order/${code}/cancel`, { body: {}, token: person.token })
      all.push(...theirs)
    }
    const open = all.filter(({ status, paymentStatus, paymentMethod, amounts }) =>
      OVER.includes(status) ? paymentStatus === 'paid' && amounts.refunded < amounts.total : paymentMethod !== 'cash' && paymentStatus !== 'paid',
    )
    if (open.length === 0) return all
    if (Date.now() > until) throw new Error(`${open.length} orders are not settled after four minutes, as ${JSON.stringify(open[0])}`)
    await pause(3000)
  }
}

async function ordersOf(person) {
  const all = []
  await enter(person)
  for (let page = 1; ; page++) {
    const found = await surely(`/order/all?page=${page}&perPage=50`, { token: person.token })
    all.push(...found)
    if (found.length < 50) return all
  }
}
