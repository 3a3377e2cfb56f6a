// A part of the soak tests: cash-outs. The demo's blogger requests the payment of earnings to a card, an operator
// approves or declines, and the sandbox bank sometimes misbehaves. Earnings can be paid out after the return period
// of two weeks, which is skipped by changes in the database.
import { randomUUID } from 'node:crypto'
import { isFinal } from './bonuses.mjs'
import { api, bank, call, signInAsDemo, environment, pause } from './shop.mjs'
import { connectTo } from './sql.mjs'

/** The cards for cash-outs; the bank declines the last one. */
export const CARDS = ['4169738812345670', '4169738812345670', '4169738812345670', '4000000000000119']
/** How the sandbox bank can be told to misbehave once. */
const MISBEHAVIOURS = ['lost', 'silent', 'duplicate', 'late', 'misstated']
/** The statuses of a cash-out that is not paid or refused yet. */
const OPEN_STATUSES = ['requested', 'approved', 'sent']
/** The smallest cash-out in qəpik, which this test sets. */
const MINIMUM = 100
/** How long open cash-outs may take after the last kill, in ms. */
const TIMEOUT = 180_000

let database
/** Runs statements in the order service's database, with retries because PostgreSQL may be killed at any time. */
async function execute(...statements) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const connection = connectTo(database)
    try {
      for (const statement of statements) await connection.query(statement)
      connection.end()
      return
    } catch {
      await pause(300)
    }
  }
  throw new Error('the database does not answer')
}

/** Makes the earnings mature by moving them 16 days into the past. */
const matureEarnings = () =>
  execute(
    `update line_referral set earned_at = earned_at - interval '16 days', matures_at = matures_at - interval '16 days'
     where earned > 0 and matures_at > now()`,
  )

/**
 * Prepares cash-outs, and returns what the test can do with them. Must be called before the first kill, because the
 * addresses of the database and of the bank are read from a running process.
 */
export async function openCashouts() {
  database = environment('sovqat-order').ORDER_DATABASE_URL
  bank()
  await execute(`update cashout_setting set minimum = ${MINIMUM}`)
  const tokens = { blogger: await signInAsDemo('blogger'), operator: await signInAsDemo('operator') }
  async function request(role, path, options = {}) {
    for (let attempt = 0; attempt < 200; attempt++) {
      const response = await api(path, { ...options, token: tokens[role] })
      if (isFinal(response)) return response
      if (response.status === 401) tokens[role] = await signInAsDemo(role)
      await pause(300)
    }
    throw new Error(`${path}: no response`)
  }
  const allCashouts = async () => {
    const cashouts = []
    for (let page = 1; ; page++) {
      const { data, json } = await request('blogger', `/influencer/cashouts?page=${page}&perPage=100`)
      cashouts.push(...data.cashouts)
      if (page >= json.meta.lastPage) return { ...data, cashouts }
    }
  }
  // The demo contains an open request, and a blogger can have only one.
  for (const { code } of (await allCashouts()).cashouts.filter(({ status }) => status === 'requested'))
    await request('operator', `/admin/cashouts/${code}/decline`, { body: { reason: 'kart başqasınındır' } })
  const requestedCodes = new Set()
  return {
    /** Makes one request and its decision. Returns false if nothing can be requested. */
    async round({ below, next }) {
      await matureEarnings()
      const { data } = await request('blogger', '/influencer/cashouts?perPage=5')
      if (data.available < MINIMUM || data.cashouts.some(({ status }) => OPEN_STATUSES.includes(status))) return false
      const body = { amount: MINIMUM + below(data.available - MINIMUM + 1), cardNumber: CARDS[below(CARDS.length)] }
      const requested = await request('blogger', '/influencer/cashout', { body, key: randomUUID() })
      if (requested.status !== 200) return false
      requestedCodes.add(requested.data.code)
      if (next() < 0.5) await call('/sandbox/misbehave', { body: { kind: MISBEHAVIOURS[below(MISBEHAVIOURS.length)], is_payout: true }, at: bank() })
      const isDeclined = next() < 0.1
      const path = `/admin/cashouts/${requested.data.code}/${isDeclined ? 'decline' : 'approve'}`
      await request('operator', path, { body: isDeclined ? { reason: 'kart başqasınındır' } : {} })
      return true
    },
    /** Waits until no cash-out is open, and returns all differences to the bank's payouts as sentences. */
    async faults() {
      for (const until = Date.now() + TIMEOUT; ; await pause(1000)) {
        // Skips the pauses between queries to a bank that does not answer.
        await execute(`update cashout set due_at = now() where state = 'sent'`)
        const { cashouts } = await allCashouts()
        const open = cashouts.filter(({ code, status }) => requestedCodes.has(code) && ['approved', 'sent'].includes(status))
        if (open.length === 0) return compare(cashouts.filter(({ code }) => requestedCodes.has(code)))
        if (Date.now() > until) return open.map(({ code, status }) => `${code} is still ${status}`)
      }
    },
    /** Returns how many cash-outs of this test were paid. */
    paidCount: async () => (await allCashouts()).cashouts.filter(({ code, status }) => requestedCodes.has(code) && status === 'paid').length,
  }
}

/** The bank must have paid exactly the amounts of the paid cash-outs. */
async function compare(cashouts) {
  const { payouts } = await (await fetch(`${bank()}/sandbox/payouts`)).json()
  const paid = new Map()
  for (const { order_id, status, amount } of payouts)
    if (status === 'success') paid.set(order_id, (paid.get(order_id) ?? 0) + Math.round(Number(amount) * 100))
  const due = ({ status, amount }) => (status === 'paid' ? amount : 0)
  const wrong = cashouts.filter((cashout) => (paid.get(cashout.code) ?? 0) !== due(cashout))
  return wrong.map((cashout) => `${cashout.code} is ${cashout.status}: the bank has paid ${paid.get(cashout.code) ?? 0} of ${due(cashout)} qəpik`)
}
