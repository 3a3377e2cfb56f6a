// A part of drill.mjs: the comparison at the end of a disaster drill. Compares what shoppers were told of their
// orders with the database, the stock, the bank, and the findings of the shop's auditor. Also compares the cursors of
// all feeds with their producers: a feed is the list of a service's events, and a cursor says how far another service
// has read it.
import { api, apiWithRetry, bank, environment, pause, signInAsDemo } from './shop.mjs'
import { connectTo } from './sql.mjs'

const SERVICES = ['auth', 'catalog', 'order', 'store', 'notification', 'seo']
/** How long payments, refunds and calls to the catalogue may take to settle after a fault, in ms. */
const SETTLE_TIMEOUT = 240_000
/** How long consumers may take to read all events, in ms. */
const FEEDS_TIMEOUT = 120_000
/** How long the auditor may take, in ms. */
const AUDIT_TIMEOUT = 180_000
/** The stages of orders whose goods are taken from the stock. */
const TAKEN = ['paying', 'accepted', 'sold']

/** Runs one statement with the address and the role of the service. */
async function query(service, statement) {
  for (let attempt = 0; ; attempt++) {
    try {
      const connection = connectTo(environment(`sovqat-${service}`)[`${service.toUpperCase()}_DATABASE_URL`])
      const rows = await connection.query(statement)
      connection.end()
      return rows.map((row) => row.split('|'))
    } catch (error) {
      if (attempt === 60) throw error
      await pause(500)
    }
  }
}

/** Waits until the shop has settled everything, and returns all differences. `actions` is what shoppers were told. */
export async function compare(products, unitsEach, actions) {
  const unsettled = await waitUntil(SETTLE_TIMEOUT, unsettledOrders)
  const feeds = await waitUntil(FEEDS_TIMEOUT, feedsBehind)
  const orders = await query('order', 'select code, stage from purchase')
  const stages = new Map(orders)
  const isThere = ({ code }) => stages.has(code) && !['placed', 'refused'].includes(stages.get(code))
  const placed = actions.filter(({ what }) => what === 'placed')
  const missing = placed.filter((action) => !isThere(action)).map(({ code }) => code)
  const bankDiffers = await bankDifferences(new Set(placed.map(({ code }) => code)))
  const stockDiffers = await stockDifferences(products, unitsEach)
  return { missing, unsettled, bankDiffers, stockDiffers, feedsBehind: feeds, consumers: await consumers(), resyncs: await resyncs(), audit: await audit() }
}

/** Calls `list` again and again until it returns an empty list or the time is up. Returns the last list. */
async function waitUntil(timeout, list) {
  for (const until = Date.now() + timeout; ; await pause(1000)) {
    const found = await list()
    if (found.length === 0 || Date.now() > until) return found
  }
}

/** Returns orders for which the catalogue or a bank is still to be called, and charges that the bank has and the ledger has not settled. */
async function unsettledOrders() {
  const waiting = await query('order', `select code from purchase where errand is not null or stage = 'placed'`)
  const returning = await query('order', `select reference from charge join charge_return using (charge_id) where charge_return.state = 'due'`)
  const open = await query('order', `select reference from charge where state in ('opening', 'pending')`)
  const paid = new Set((await bankPayments()).filter(({ status }) => status === 'success').map(({ order_id: reference }) => reference))
  return [...waiting, ...returning, ...open.filter(([reference]) => paid.has(reference))].map(([name]) => name)
}

/** Returns the payments that the sandbox bank knows. */
const bankPayments = async () => (await (await fetch(`${bank()}/sandbox/payments`)).json()).payments

/** Compares what the bank keeps of each order with what the order has cost. An order that the shop does not know should have cost nothing. */
async function bankDifferences(codes) {
  const kept = new Map()
  for (const { order_id: reference, status, charged, returned } of await bankPayments()) {
    if (status !== 'success' && status !== 'returned') continue
    const code = reference.split('/')[0]
    // The bank also knows the orders of the demo.
    if (codes.has(code)) kept.set(code, (kept.get(code) ?? 0) + Math.round((Number(charged) - Number(returned)) * 100))
  }
  const rows = await query('order', `select distinct code, stage, payment_method, payment_status, total - refunded from purchase join charge using (order_id)`)
  const due = new Map(rows.map(([code, stage, method, payment, amount]) => [code, TAKEN.includes(stage) && method !== 'cash' && payment !== 'pending' && payment !== 'failed' ? Number(amount) : 0]))
  const differs = [...kept].filter(([code, amount]) => amount !== (due.get(code) ?? 0))
  return differs.map(([code, amount]) => ({ subject: code, text: `the bank keeps ${amount} qəpik, the order has cost ${due.get(code) ?? 'nothing, it is unknown'}` }))
}

/** Compares the free units of each product with the orders. */
async function stockDifferences(products, unitsEach) {
  const ids = products.map(({ id }) => id).join(', ')
  const stages = TAKEN.map((stage) => `'${stage}'`).join(', ')
  const rows = await query(
    'order',
    `select product_id, sum(count - refunded_count) from purchase_line join purchase using (order_id)
     where product_id in (${ids}) and stage in (${stages}) group by product_id`,
  )
  const taken = new Map(rows.map(([id, count]) => [Number(id), Number(count)]))
  const found = []
  for (const { id, slug } of products) {
    const { status, data } = await api(`/product/${slug}`)
    const text = status === 200 ? `of ${unitsEach} units, ${data.stock} are free and ${taken.get(id) ?? 0} are ordered` : `answered ${status}`
    if (status !== 200 || data.stock + (taken.get(id) ?? 0) !== unitsEach) found.push({ subject: slug, text })
  }
  return found
}

/**
 * Returns a sentence for each consumer whose cursor is not at the end of its producer's feed, or in another epoch (the epoch changes when a
 * database is restored), and for each consumer with parked events (which its handler could not apply).
 */
async function feedsBehind() {
  const heads = new Map()
  for (const producer of SERVICES) heads.set(producer, (await query(producer, 'select position, epoch from outbox_head'))[0])
  const found = []
  for (const consumer of SERVICES) {
    for (const [feed, position, epoch] of await query(consumer, 'select feed, position, epoch from feed_cursor')) {
      const [head, current] = heads.get(feed) ?? []
      if (epoch !== current) found.push(`${consumer} reads the feed of ${feed} in another epoch`)
      else if (Number(position) > Number(head)) found.push(`${consumer} is at ${position} of the feed of ${feed}, which ends at ${head}`)
      else {
        const behind = await query(feed, `select count(*) from outbox where position > ${position} and occurred_at < now() - interval '40 seconds'`)
        if (Number(behind[0][0]) > 0) found.push(`${consumer} has not read ${behind[0][0]} events of ${feed}`)
      }
    }
    const [[parked]] = await query(consumer, 'select count(*) from feed_parked')
    if (Number(parked) > 0) found.push(`${consumer} has parked ${parked} events`)
  }
  return found
}

/** Lists each feed with the services that read it. */
async function consumers() {
  const found = []
  for (const consumer of SERVICES) for (const [feed] of await query(consumer, 'select feed from feed_cursor')) found.push({ consumer, feed })
  return found
}

/** How often each consumer has started over with which feed, and why. */
async function resyncs() {
  const found = []
  for (const service of SERVICES) {
    const response = await fetch(`http://${environment(`sovqat-${service}`).ADMIN_LISTEN}/metrics`)
    for (const line of (await response.text()).split('\n')) {
      const [, labels, count] = /^feed_resyncs(?:_total)?\{(.*)\} (\d+)/.exec(line) ?? []
      const label = (name) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1]
      if (labels) found.push({ consumer: service, feed: label('feed'), reason: label('reason'), count: Number(count) })
    }
  }
  return found
}

/** Runs the shop's auditor until it finds nothing or two runs have found the same. */
async function audit() {
  let previous
  for (;;) {
    const result = await auditOnce()
    const text = JSON.stringify(result.findings)
    if (result.failed.length === 0 && (result.findings.length === 0 || text === previous)) return result
    if (result.failed.length > 0 && text === previous) return result
    previous = text
    // Differences may exist for a short time while a worker continues the work of another.
    await pause(20_000)
  }
}

/** Runs the auditor once. Returns the number of compared rows, the areas that could not be compared, and the findings. */
async function auditOnce() {
  const token = await signInAsDemo('operator')
  const { id } = await apiWithRetry('/admin/auditor/runs', { body: {}, token })
  for (const until = Date.now() + AUDIT_TIMEOUT; Date.now() < until; await pause(500)) {
    const run = (await apiWithRetry('/admin/auditor/runs', { token })).find((run) => run.id === id)
    if (!run?.finishedAt) continue
    const failed = run.results.filter(({ hasFailed }) => hasFailed).map(({ area }) => area)
    const compared = run.results.reduce((sum, { compared }) => sum + compared, 0)
    const findings = []
    for (let page = 1; ; page++) {
      const found = await apiWithRetry(`/admin/auditor/findings?perPage=50&page=${page}`, { token })
      findings.push(...found.map(({ area, subject, field, found, expected }) => ({ area, subject, field, found, expected })))
      if (found.length < 50) return { compared, failed, findings }
    }
  }
  throw new Error('the auditor has not finished in time')
}
