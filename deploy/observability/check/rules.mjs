// A copy of the rules in which all durations are divided by one factor, and questions to Prometheus.
import { readFileSync, writeFileSync } from 'node:fs'

/** All durations of the rules are divided by this: with a scrape each second, they see as many samples as with one every 15 seconds. */
export const FACTOR = 15
export const SCRAPE_INTERVAL = '1s'
/** Prometheus' default of five minutes, divided by `FACTOR`. */
export const LOOKBACK = '20s'
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function shorten(amount, unit) {
  return `${Math.round((Number(amount) * UNITS[unit]) / FACTOR)}ms`
}

/** Divides ranges, offsets and `for`. Numbers within expressions, such as limits in seconds, stay as they are. */
export function shortened(text) {
  return text
    .replace(/\[(\d+)(ms|[smhd])\]/g, (_, amount, unit) => `[${shorten(amount, unit)}]`)
    .replace(/\boffset (\d+)(ms|[smhd])\b/g, (_, amount, unit) => `offset ${shorten(amount, unit)}`)
    .replace(/^(\s*for: )(\d+)(ms|[smhd])$/gm, (_, begin, amount, unit) => begin + shorten(amount, unit))
}

export function writeShortened(from, to) {
  writeFileSync(to, shortened(readFileSync(from, 'utf8')))
}

/** Replaces Grafana's variable in the query of a panel with its value for a scrape every 15 seconds. */
export const panelQuery = (expression) => expression.replaceAll('$__rate_interval', '1m')

export class Prometheus {
  constructor(url) {
    this.url = url
  }

  async get(path, parameters = {}) {
    const response = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
    const answer = await response.json()
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error} (${parameters.query ?? ''})`)
    return answer.data
  }

  /** Returns the series of an instant query that have a number. */
  async query(query, time) {
    const { result } = await this.get('query', { query, ...(time && { time: String(time) }) })
    return result.filter(({ value }) => value[1] !== 'NaN')
  }

  /** Returns the series that had a number at any time since `start` (in seconds). */
  async queryRange(query, start, step = '5s') {
    const { result } = await this.get('query_range', { query, start: String(start), end: String(Date.now() / 1000), step })
    return result.filter(({ values }) => values.some(([, value]) => value !== 'NaN'))
  }

  /** Returns the firing alerts: their labels, with `alertname`. */
  async firing() {
    const { alerts } = await this.get('alerts')
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels)
  }

  /** Returns all rules of the groups; `health` is `ok` when the last evaluation worked. */
  async rules() {
    const { groups } = await this.get('rules')
    return groups.flatMap(({ rules }) => rules)
  }
}
