// Compares a test's purchases with the shop's books. Each difference is a sentence.
import { api, apiWithRetry, bank, pause, signIn, signInAsDemo } from './shop.mjs'

export const ENDED_STATUSES = ['cancelled', 'returned']
const SETTLE_TIMEOUT_MS = 240_000
const AUDIT_TIMEOUT_MS = 120_000
const PAGE_SIZE = 50

/** `units` of a product is its initial stock. */
export async function audit({ orders, confirmed, products }) {
  const faults = [...lostOrders(orders, confirmed), ...(await stockDifferences(orders, products)), ...(await bankDifferences(orders))]
  // The date in Baku, UTC+4.
  const day = new Date(Date.now() + 4 * 3600_000).toISOString().slice(0, 10)
  const { differing, agreeing } = await apiWithRetry(`/admin/payments/reconcile?date=${day}`, { token: await signInAsDemo('operator') })
  faults.push(...differing.map((payment) => `the ledger and the bank differ: ${JSON.stringify(payment)}`))
  const { findings, compared } = await runAuditor()
  return { faults: [...faults, ...findings], agreeing, compared }
}

async function runAuditor() {
  const token = await signInAsDemo('operator')
  const { id } = await apiWithRetry('/admin/auditor/runs', { body: {}, token })
  for (const until = Date.now() + AUDIT_TIMEOUT_MS; Date.now() < until; await pause(500)) {
    const run = (await apiWithRetry('/admin/auditor/runs', { token })).find((run) => run.id === id)
    if (!run?.finishedAt) continue
    const failed = run.results.filter(({ hasFailed }) => hasFailed).map(({ area }) => `the auditor could not compare ${area}`)
    const rows = await apiWithRetry('/admin/auditor/findings?perPage=50', { token })
    const findings = rows.map(({ area, subject, field, found, expected }) => `the auditor: ${area} ${subject} ${field}: ${found}, not ${expected}`)
    return { findings: [...failed, ...findings], compared: run.results.reduce((sum, { compared }) => sum + compared, 0) }
  }
  return { findings: [`the auditor has not finished after ${AUDIT_TIMEOUT_MS / 1000} s`], compared: 0 }
}

function lostOrders(orders, confirmed) {
  const times = new Map()
  for (const { code } of orders) times.set(code, (times.get(code) ?? 0) + 1)
  return confirmed.filter((code) => times.get(code) !== 1).map((code) => `${code} was confirmed and exists ${times.get(code) ?? 0} times`)
}

/** For each product, free and ordered units must be the initial stock. */
async function stockDifferences(orders, products) {
  const ordered = new Map()
  for (const { status, lines } of orders)
    if (!ENDED_STATUSES.includes(status))
      // Refunded units are for sale again.
      for (const { productId, count, refundedCount } of lines) ordered.set(productId, (ordered.get(productId) ?? 0) + count - refundedCount)
  const found = []
  for (const { id, slug, units } of products) {
    const { stock } = await apiWithRetry(`/product/${slug}`)
    const taken = ordered.get(id) ?? 0
    if (stock < 0 || stock + taken !== units) found.push(`${slug}: of ${units} units, ${stock} are free and ${taken} are ordered`)
  }
  return found
}

/** The bank must keep the total of each live order paid by card, less refunds. */
async function bankDifferences(orders) {
  const { payments } = await (await fetch(`${bank()}/sandbox/payments`)).json()
  const kept = new Map()
  for (const { order_id, status, charged, returned } of payments) {
    if (status !== 'success' && status !== 'returned') continue
    const code = order_id.split('/')[0]
    kept.set(code, (kept.get(code) ?? 0) + Math.round((Number(charged) - Number(returned)) * 100))
  }
  const due = ({ status, paymentMethod, amounts }) => (paymentMethod === 'cash' || ENDED_STATUSES.includes(status) ? 0 : amounts.total - amounts.refunded)
  const wrong = orders.filter((order) => (kept.get(order.code) ?? 0) !== due(order))
  return wrong.map((order) => `${order.code} (${order.status}): the bank keeps ${kept.get(order.code) ?? 0} of ${due(order)} qəpik`)
}

function isOpen({ status, paymentStatus, paymentMethod, amounts, refunds }) {
  const waitsForRefund = refunds.some((refund) => refund.status === 'approved')
  if (waitsForRefund) return true
  const keepsMoney = paymentStatus === 'paid' && amounts.refunded < amounts.total
  if (ENDED_STATUSES.includes(status)) return keepsMoney
  return paymentMethod !== 'cash' && !['paid', 'partly_refunded'].includes(paymentStatus)
}

/** Cancels unpaid orders, and waits until no money is on its way. */
export async function waitUntilSettled(people) {
  for (const until = Date.now() + SETTLE_TIMEOUT_MS; ; await pause(3000)) {
    const orders = []
    for (const person of people) {
      const ordersOfPerson = await ordersOf(person)
      for (const { code, canPay } of ordersOfPerson) if (canPay) await api(`/order/${code}/cancel`, { body: {}, token: person.token })
      orders.push(...ordersOfPerson)
    }
    const open = orders.filter(isOpen)
    if (open.length === 0) return orders
    if (Date.now() > until) throw new Error(`${open.length} orders are not settled after ${SETTLE_TIMEOUT_MS / 60_000} minutes, for example ${JSON.stringify(open[0])}`)
  }
}

export async function ordersOf(person) {
  const orders = []
  await signIn(person)
  for (let page = 1; ; page++) {
    const found = await apiWithRetry(`/order/all?page=${page}&perPage=${PAGE_SIZE}`, { token: person.token })
    orders.push(...found)
    if (found.length < PAGE_SIZE) return orders
  }
}
