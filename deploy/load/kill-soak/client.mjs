// Sends requests as the web app and a load balancer do.
import { call, pause, signIn } from '../shop.mjs'

/** The web app repeats a read after these pauses. */
const PAUSES_MS = [1000, 2000]
const CHECK_INTERVAL_MS = 100
/** The test must learn whether the order exists. */
const MAX_REPEAT_TIME_MS = 180_000
const LATER_PAUSE_MS = 1000

const EXPECTED_REFUSALS = ['out_of_stock', 'not_enough_stock', 'cart_changed', 'not_returnable']
const ORDER_FAILED = 'order_failed'

export const isAnswered = ({ status }) => status >= 200 && status < 500 && status !== 429

export class Gateways {
  turn = 0

  constructor(urls) {
    this.all = urls.map((url) => ({ url, isReady: true }))
  }

  async watch(isOver) {
    for (; !isOver(); await pause(CHECK_INTERVAL_MS))
      await Promise.all(this.all.map(async (gateway) => (gateway.isReady = (await call('/health/ready', { at: gateway.url })).status === 200)))
  }

  choose(avoided) {
    const others = this.all.filter(({ url }) => url !== avoided)
    const usable = others.filter(({ isReady }) => isReady)
    const candidates = usable.length > 0 ? usable : others
    return candidates[this.turn++ % candidates.length].url
  }
}

export class Client {
  counts = { requests: 0, failovers: 0, repetitions: 0, refreshes: 0, lostSessions: 0 }
  failures = []
  /** Writes without a response that must not be repeated. */
  unanswered = []
  refusals = new Map()

  constructor(gateways) {
    this.gateways = gateways
  }

  /**
   * `person` is undefined for a guest. `isRepeatable` is false for a write that two executions would double.
   * `untilFinal` continues after a failure.
   */
  async send(person, path, { isRepeatable = true, untilFinal = false, what = path.split('?')[0], ...options } = {}) {
    const from = Date.now()
    let response
    for (let attempt = 0; ; attempt++) {
      response = await this.#attempt(person, path, options, isRepeatable)
      if (response.status === 401 && person && (await this.refresh(person)))
        response = await this.#attempt(person, path, options, isRepeatable)
      if (isAnswered(response)) break
      const mayRepeat = isRepeatable && attempt < PAUSES_MS.length
      // The failure is recorded once, although `untilFinal` may continue.
      if (!mayRepeat && attempt <= PAUSES_MS.length) this.#recordFailure({ what, response, from, isRepeatable })
      const continues = mayRepeat || (untilFinal && isRepeatable)
      if (!continues) return response
      if (Date.now() - from > MAX_REPEAT_TIME_MS) throw new Error(`no answer from ${what} after ${MAX_REPEAT_TIME_MS / 1000} s: ${response.status} ${response.json?.code}`)
      this.counts.repetitions++
      await pause(PAUSES_MS[attempt] ?? LATER_PAUSE_MS)
    }
    const isLost = (response.status === 401 && person) || response.json?.code === ORDER_FAILED
    if (isLost) this.#recordFailure({ what, response, from, isRepeatable: true })
    else if (response.status >= 400) this.#countRefusal(what, response)
    return response
  }

  /** Like a load balancer, sends a repeatable request to another gateway if the first does not respond. */
  async #attempt(person, path, options, isRepeatable) {
    const request = { token: person?.token, ...options }
    const at = this.gateways.choose()
    this.counts.requests++
    const response = await call(`/api/v1${path}`, { ...request, at })
    if (response.status !== 0 || !isRepeatable) return response
    this.counts.failovers++
    return call(`/api/v1${path}`, { ...request, at: this.gateways.choose(at) })
  }

  /** Concurrent requests of a person share one exchange. */
  refresh(person) {
    person.refreshing ??= this.#exchange(person).finally(() => (person.refreshing = undefined))
    return person.refreshing
  }

  async #exchange(person) {
    const from = Date.now()
    this.counts.refreshes++
    const response = await this.send(undefined, '/auth/refresh', { token: person.refreshToken })
    if (response.status === 200) {
      Object.assign(person, { token: response.data.accessToken, refreshToken: response.data.refreshToken })
      return true
    }
    // Without a response, the session may still be valid.
    if (!isAnswered(response)) return false
    this.counts.lostSessions++
    this.#recordFailure({ what: 'session', response, from, isRepeatable: true })
    await signIn(person)
    return true
  }

  get unexpectedRefusals() {
    return [...this.refusals].filter(([what]) => !EXPECTED_REFUSALS.some((code) => what.endsWith(` ${code}`)))
  }

  #recordFailure({ what, response, from, isRepeatable }) {
    const list = isRepeatable ? this.failures : this.unanswered
    list.push({ what, status: response.status, code: response.json?.code, from, until: Date.now() })
  }

  #countRefusal(what, { status, json }) {
    const key = `${what} ${status} ${json?.errors?.[0]?.code ?? json?.code}`
    this.refusals.set(key, (this.refusals.get(key) ?? 0) + 1)
  }
}
