// Checks orders, notifications, feeds and the auditor's findings. Each difference is a sentence.
import { execFileSync } from 'node:child_process'
import { running } from '../gateways.mjs'
import { apiWithRetry, pause, signInAsDemo } from '../shop.mjs'

const SERVICES = ['auth', 'catalog', 'order', 'store', 'notification', 'seo']
const AUDIT_TIMEOUT_MS = 120_000
const NOTIFIED_WITHIN_MS = 60_000
const METRICS_TIMEOUT_MS = 10_000
const PAGE_SIZE = 50

/** Each confirmed order must exist once, in the confirmed state, and have a notification. */
export async function compareOrders({ people, ordered, paid, cancelled }) {
  const orders = (await Promise.all(people.map((person) => pages('/order/all', person)))).flat()
  const found = []
  for (const code of ordered) {
    const same = orders.filter((order) => order.code === code)
    if (same.length !== 1) found.push(`${code} was confirmed and exists ${same.length} times`)
  }
  const unknown = orders.filter(({ code }) => !ordered.includes(code))
  found.push(...unknown.map(({ code }) => `${code} exists, but no response has confirmed it`))
  for (const { code, paymentStatus, status } of orders) {
    if (paid.includes(code) && paymentStatus !== 'paid') found.push(`${code} was paid, and now its payment is ${paymentStatus}`)
    if (cancelled.includes(code) !== (status === 'cancelled')) found.push(`${code} is ${status}, ${cancelled.includes(code) ? 'but was' : 'and was not'} cancelled`)
  }
  found.push(...(await notNotified(people, ordered)))
  return found
}

async function notNotified(people, ordered) {
  for (const end = performance.now() + NOTIFIED_WITHIN_MS; ; await pause(2000)) {
    const notifications = (await Promise.all(people.map((person) => pages('/notification/all', person)))).flat()
    const links = notifications.map(({ link }) => link ?? '').join('\n')
    const missing = ordered.filter((code) => !links.includes(code))
    if (missing.length === 0) return []
    if (performance.now() > end) return missing.map((code) => `nobody was notified of ${code}`)
  }
}

/** No event may be parked (given up after repeated failures), and no consumer may have stopped. */
export async function compareFeeds() {
  const found = []
  for (const service of SERVICES) {
    const [{ pid, ...variables }] = running(service)
    const env = { ...process.env, ...variables }
    const parked = execFileSync(`/proc/${pid}/exe`, ['parked'], { env, timeout: METRICS_TIMEOUT_MS }).toString()
    found.push(...parked.split('\n').filter(Boolean).map((event) => `${service} has parked the event ${event}`))
    for (const { ADMIN_LISTEN } of running(service)) {
      const page = await fetch(`http://${ADMIN_LISTEN}/metrics`, { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) })
      const stopped = (await page.text()).split('\n').filter((line) => line.startsWith('feed_stopped{') && !line.endsWith(' 0'))
      found.push(...stopped.map((line) => `${service}: ${line}`))
    }
  }
  return found
}

export async function runAuditor() {
  const token = await signInAsDemo('operator')
  const { id } = await apiWithRetry('/admin/auditor/runs', { body: {}, token })
  for (const end = performance.now() + AUDIT_TIMEOUT_MS; performance.now() < end; await pause(500)) {
    const run = (await apiWithRetry('/admin/auditor/runs', { token })).find((run) => run.id === id)
    if (!run?.finishedAt) continue
    const failed = run.results.filter(({ hasFailed }) => hasFailed).map(({ area }) => `the auditor could not compare ${area}`)
    const rows = await apiWithRetry(`/admin/auditor/findings?perPage=${PAGE_SIZE}`, { token })
    const findings = rows.map(({ area, subject, field, found, expected }) => `the auditor: ${area} ${subject} ${field}: ${found}, not ${expected}`)
    return { findings: [...failed, ...findings], compared: run.results.reduce((sum, { compared }) => sum + compared, 0) }
  }
  return { findings: [`the auditor has not finished after ${AUDIT_TIMEOUT_MS / 1000} s`], compared: 0 }
}

async function pages(path, { token }) {
  const entries = []
  for (let page = 1; ; page += 1) {
    const found = await apiWithRetry(`${path}?page=${page}&perPage=${PAGE_SIZE}`, { token })
    entries.push(...found)
    if (found.length < PAGE_SIZE) return entries
  }
}
