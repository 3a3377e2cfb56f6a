// Compares the confirmed actions of a drill with the data of the shop and the bank.
import { api, apiWithRetry, bank, environment, pause, signInAsDemo } from './shop.mjs'
import { connectTo } from './sql.mjs'

const SERVICES = ['auth', 'catalog', 'order', 'store', 'notification', 'seo']
const SETTLE_TIMEOUT_MS = 240_000
const FEEDS_TIMEOUT_MS = 120_000
const AUDIT_TIMEOUT_MS = 180_000
const STAGES_WITH_STOCK = ['paying', 'accepted', 'sold']

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

export async function compare(products, unitsEach, actions) {
  const unsettled = await waitUntil(SETTLE_TIMEOUT_MS, unsettledOrders)
  const feeds = await waitUntil(FEEDS_TIMEOUT_MS, feedsBehind)
  const orders = await query('order', 'select code, stage from purchase')
  const stages = new Map(orders)
  const isThere = ({ code }) => stages.has(code) && !['placed', 'refused'].includes(stages.get(code))
  const placed = actions.filter(({ what }) => what === 'placed')
  const missing = placed.filter((action) => !isThere(action)).map(({ code }) => code)
  const bankDiffers = await bankDifferences(new Set(placed.map(({ code }) => code)))
  const stockDiffers = await stockDifferences(products, unitsEach)
  return { missing, unsettled, bankDiffers, stockDiffers, feedsBehind: feeds, consumers: await consumers(), resyncs: await resyncs(), audit: await audit() }
}

async function waitUntil(timeout, list) {
  for (const until = Date.now() + timeout; ; await pause(1000)) {
    const found = await list()
    if (found.length === 0 || Date.now() > until) return found
  }
}

/** Returns orders that wait for the catalogue or a bank, and unsettled payments. */
async function unsettledOrders() {
  const waiting = await query('order', `select code from purchase where errand is not null or stage = 'placed'`)
  const returning = await query('order', `select reference from charge join charge_return using (charge_id) where charge_return.state = 'due'`)
  const open = await query('order', `select reference from charge where state in ('opening', 'pending')`)
  const paid = new Set((await bankPayments()).filter(({ status }) => status === 'success').map(({ order_id: reference }) => reference))
  return [...waiting, ...returning, ...open.filter(([reference]) => paid.has(reference))].map(([name]) => name)
}

const bankPayments = async () => (await (await fetch(`${bank()}/sandbox/payments`)).json()).payments

async function bankDifferences(codes) {
  const kept = new Map()
  for (const { order_id: reference, status, charged, returned } of await bankPayments()) {
    if (status !== 'success' && status !== 'returned') continue
    const code = reference.split('/')[0]
    // The bank also knows the orders of the demo.
    if (codes.has(code)) kept.set(code, (kept.get(code) ?? 0) + Math.round((Number(charged) - Number(returned)) * 100))
  }
  const rows = await query('order', `select distinct code, stage, payment_method, payment_status, total - refunded from purchase join charge using (order_id)`)
  const dueOf = ([code, stage, method, payment, amount]) => {
    const isPaidByCard = method !== 'cash' && payment !== 'pending' && payment !== 'failed'
    return [code, STAGES_WITH_STOCK.includes(stage) && isPaidByCard ? Number(amount) : 0]
  }
  const due = new Map(rows.map(dueOf))
  const differs = [...kept].filter(([code, amount]) => amount !== (due.get(code) ?? 0))
  return differs.map(([code, amount]) => ({ subject: code, text: `the bank keeps ${amount} qəpik, the order has cost ${due.get(code) ?? 'nothing, it is unknown'}` }))
}

async function stockDifferences(products, unitsEach) {
  const ids = products.map(({ id }) => id).join(', ')
  const stages = STAGES_WITH_STOCK.map((stage) => `'${stage}'`).join(', ')
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

/** A consumer may be behind, or in another epoch after a restore. */
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

async function consumers() {
  const found = []
  for (const consumer of SERVICES) for (const [feed] of await query(consumer, 'select feed from feed_cursor')) found.push({ consumer, feed })
  return found
}

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

/** Repeats the auditor's run until it finds nothing, or the same twice. */
async function audit() {
  let previous
  for (;;) {
    const result = await auditOnce()
    const text = JSON.stringify(result.findings)
    const isClean = result.failed.length === 0 && result.findings.length === 0
    if (isClean || text === previous) return result
    previous = text
    // A worker may be continuing the work of another.
    await pause(20_000)
  }
}

async function auditOnce() {
  const token = await signInAsDemo('operator')
  const { id } = await apiWithRetry('/admin/auditor/runs', { body: {}, token })
  for (const until = Date.now() + AUDIT_TIMEOUT_MS; Date.now() < until; await pause(500)) {
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
