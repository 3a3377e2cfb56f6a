// Cash-outs in the soak tests.
import { randomUUID } from 'node:crypto'
import { isFinal } from './bonuses.mjs'
import { api, bank, call, signInAsDemo, environment, pause } from './shop.mjs'
import { connectTo } from './sql.mjs'

/** The bank declines the last one. */
export const CARDS = ['4169738812345670', '4169738812345670', '4169738812345670', '4000000000000119']
const BANK_FAULTS = ['lost', 'silent', 'duplicate', 'late', 'misstated']
const OPEN_STATUSES = ['requested', 'approved', 'sent']
/** In qəpik. */
const MIN_AMOUNT = 100
const SETTLE_TIMEOUT_MS = 180_000

let databaseUrl
async function execute(...statements) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const connection = connectTo(databaseUrl)
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

/** Skips the two weeks until earnings mature. */
const matureEarnings = () =>
  execute(
    `update line_referral set earned_at = earned_at - interval '16 days', matures_at = matures_at - interval '16 days'
     where earned > 0 and matures_at > now()`,
  )

/** Must be called before the first kill, because addresses are read from a running process. */
export async function openCashouts() {
  databaseUrl = environment('sovqat-order').ORDER_DATABASE_URL
  bank()
  await execute(`update cashout_setting set minimum = ${MIN_AMOUNT}`)
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
    /** Requests a cash-out, which an operator approves or declines. Returns whether one was requested. */
    async round({ below, next }) {
      await matureEarnings()
      const { data } = await request('blogger', '/influencer/cashouts?perPage=5')
      if (data.available < MIN_AMOUNT || data.cashouts.some(({ status }) => OPEN_STATUSES.includes(status))) return false
      const body = { amount: MIN_AMOUNT + below(data.available - MIN_AMOUNT + 1), cardNumber: CARDS[below(CARDS.length)] }
      const requested = await request('blogger', '/influencer/cashout', { body, key: randomUUID() })
      if (requested.status !== 200) return false
      requestedCodes.add(requested.data.code)
      if (next() < 0.5) await call('/sandbox/misbehave', { body: { kind: BANK_FAULTS[below(BANK_FAULTS.length)], is_payout: true }, at: bank() })
      const isDeclined = next() < 0.1
      const path = `/admin/cashouts/${requested.data.code}/${isDeclined ? 'decline' : 'approve'}`
      await request('operator', path, { body: isDeclined ? { reason: 'kart başqasınındır' } : {} })
      return true
    },
    async faults() {
      for (const until = Date.now() + SETTLE_TIMEOUT_MS; ; await pause(1000)) {
        // Skips the pauses between queries to a bank that does not answer.
        await execute(`update cashout set due_at = now() where state = 'sent'`)
        const { cashouts } = await allCashouts()
        const open = cashouts.filter(({ code, status }) => requestedCodes.has(code) && ['approved', 'sent'].includes(status))
        if (open.length === 0) return compare(cashouts.filter(({ code }) => requestedCodes.has(code)))
        if (Date.now() > until) return open.map(({ code, status }) => `${code} is still ${status}`)
      }
    },
    paidCount: async () => (await allCashouts()).cashouts.filter(({ code, status }) => requestedCodes.has(code) && status === 'paid').length,
  }
}

async function compare(cashouts) {
  const { payouts } = await (await fetch(`${bank()}/sandbox/payouts`)).json()
  const paid = new Map()
  for (const { order_id, status, amount } of payouts)
    if (status === 'success') paid.set(order_id, (paid.get(order_id) ?? 0) + Math.round(Number(amount) * 100))
  const due = ({ status, amount }) => (status === 'paid' ? amount : 0)
  const wrong = cashouts.filter((cashout) => (paid.get(cashout.code) ?? 0) !== due(cashout))
  return wrong.map((cashout) => `${cashout.code} is ${cashout.status}: the bank has paid ${paid.get(cashout.code) ?? 0} of ${due(cashout)} qəpik`)
}
