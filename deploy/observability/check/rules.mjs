// A copy of the rules with shortened durations, and queries of Prometheus.
import { readFileSync, writeFileSync } from 'node:fs'

/** Divides all durations of the rules: a scrape each second gives as many samples as one every 15 seconds. */
export const FACTOR = 15
export const SCRAPE_INTERVAL = '1s'
/** Prometheus' default of five minutes, divided by `FACTOR`. */
export const LOOKBACK = '20s'
const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function shorten(amount, unit) {
  return `${Math.round((Number(amount) * UNITS[unit]) / FACTOR)}ms`
}

/** Divides ranges, offsets and `for`, but no other numbers, such as limits in seconds. */
export function shortened(text) {
  return text
    .replace(/\[(\d+)(ms|[smhd])\]/g, (_, amount, unit) => `[${shorten(amount, unit)}]`)
    .replace(/\boffset (\d+)(ms|[smhd])\b/g, (_, amount, unit) => `offset ${shorten(amount, unit)}`)
    .replace(/^(\s*for: )(\d+)(ms|[smhd])$/gm, (_, begin, amount, unit) => begin + shorten(amount, unit))
}

export function writeShortened(from, to) {
  writeFileSync(to, shortened(readFileSync(from, 'utf8')))
}

/** Replaces Grafana's variable with its value for a scrape every 15 seconds. */
export const panelQuery = (expression) => expression.replaceAll('$__rate_interval', '1m')

export class Prometheus {
  constructor(url) {
    this.url = url
  }

  async get(path, parameters = {}) {
    const response = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
    const body = await response.json()
    if (body.status !== 'success') throw new Error(`${path}: ${body.error} (${parameters.query ?? ''})`)
    return body.data
  }

  /** Skips series without a number. */
  async query(query, time) {
    const { result } = await this.get('query', { query, ...(time && { time: String(time) }) })
    return result.filter(({ value }) => value[1] !== 'NaN')
  }

  /** `start` is in seconds. */
  async queryRange(query, start, step = '5s') {
    const { result } = await this.get('query_range', { query, start: String(start), end: String(Date.now() / 1000), step })
    return result.filter(({ values }) => values.some(([, value]) => value !== 'NaN'))
  }

  async firing() {
    const { alerts } = await this.get('alerts')
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels)
  }

  /** `health` is `ok` when the last evaluation worked. */
  async rules() {
    const { groups } = await this.get('rules')
    return groups.flatMap(({ rules }) => rules)
  }
}
