// The client that sends the requests of a kill soak's shoppers to several gateways. It repeats requests as the web
// app, a load balancer and a patient shopper do. It counts which requests it had to repeat, and which failed
// nevertheless.
import { call, pause, signIn } from '../shop.mjs'

/** The pauses before the first and the second repetition, in ms: those of the web app for a read. */
const PAUSES = [1000, 2000]
/** The interval between two checks of readiness, in ms. */
const CHECK_INTERVAL = 100
/** How long a shopper repeats a request after a visible failure, in ms. In the end, the test must know whether the order exists. */
const PATIENCE = 180_000
/** The pause between these repetitions, in ms. */
const PATIENT_PAUSE = 1000

/** Why the shop may refuse a request of this test: goods are sold out or cannot be returned, or the cart has changed since the check. */
const EXPECTED_CODES = ['out_of_stock', 'not_enough_stock', 'cart_changed', 'not_returnable']
/** The error code of an order that the shop has given up, because it could not place it in time. */
const CALLED_OFF = 'order_failed'

/** Returns whether the shop has accepted or refused the request, so that repeating it would not change the answer. */
export const isAnswered = ({ status }) => status >= 200 && status < 500 && status !== 429

/** Chooses gateways in turn, as a load balancer does. A gateway that is not ready is not chosen. */
export class Gateways {
  turn = 0

  constructor(urls) {
    this.all = urls.map((url) => ({ url, isReady: true }))
  }

  /** Checks which gateways are ready, until `isOver` returns true. */
  async watch(isOver) {
    for (; !isOver(); await pause(CHECK_INTERVAL))
      await Promise.all(this.all.map(async (gateway) => (gateway.isReady = (await call('/health/ready', { at: gateway.url })).status === 200)))
  }

  /** Returns the address of a gateway that is ready, if possible not `avoided`. */
  choose(avoided) {
    const others = this.all.filter(({ url }) => url !== avoided)
    const usable = others.filter(({ isReady }) => isReady)
    const candidates = usable.length > 0 ? usable : others
    return candidates[this.turn++ % candidates.length].url
  }
}

export class Client {
  counts = { requests: 0, failovers: 0, repetitions: 0, refreshes: 0, lostSessions: 0 }
  /** Requests that failed although they were repeated: what, with which status, and between which times. */
  failures = []
  /** Writes without an answer that may not be repeated, because they would be executed twice. */
  unanswered = []
  /** Refusals (4xx) by route and code. */
  refusals = new Map()

  constructor(gateways) {
    this.gateways = gateways
  }

  /**
   * Sends a request for a person, or for a guest (undefined). `isRepeatable` is false for a write that two executions would double. With
   * `untilFinal`, the request goes on after a visible failure until it is answered. Returns the last response.
   */
  async send(person, path, { isRepeatable = true, untilFinal = false, what = path.split('?')[0], ...options } = {}) {
    const from = Date.now()
    let response
    for (let attempt = 0; ; attempt++) {
      response = await this.#attempt(person, path, options, isRepeatable)
      if (response.status === 401 && person && (await this.refresh(person)))
        response = await this.#attempt(person, path, options, isRepeatable)
      if (isAnswered(response)) break
      const isPermitted = isRepeatable && attempt < PAUSES.length
      if (!isPermitted && attempt <= PAUSES.length) this.#recordFailure({ what, response, from, isRepeatable })
      if (!isPermitted && !(untilFinal && isRepeatable)) return response
      if (Date.now() - from > PATIENCE) throw new Error(`no answer from ${what} after ${PATIENCE / 1000} s: ${response.status} ${response.json?.code}`)
      this.counts.repetitions++
      await pause(PAUSES[attempt] ?? PATIENT_PAUSE)
    }
    const isLost = (response.status === 401 && person) || response.json?.code === CALLED_OFF
    if (isLost) this.#recordFailure({ what, response, from, isRepeatable: true })
    else if (response.status >= 400) this.#countRefusal(what, response)
    return response
  }

  /** Sends one request. If the first gateway does not answer, a load balancer sends a repeatable request to the other one at once. */
  async #attempt(person, path, options, isRepeatable) {
    const request = { token: person?.token, ...options }
    const at = this.gateways.choose()
    this.counts.requests++
    const response = await call(`/api/v1${path}`, { ...request, at })
    if (response.status !== 0 || !isRepeatable) return response
    this.counts.failovers++
    return call(`/api/v1${path}`, { ...request, at: this.gateways.choose(at) })
  }

  /** Exchanges the refresh token; concurrent requests of a person share one exchange. Returns whether there is a new access token. */
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
    // The shop has not answered, so the session may still be valid.
    if (!isAnswered(response)) return false
    this.counts.lostSessions++
    this.#recordFailure({ what: 'session', response, from, isRepeatable: true })
    await signIn(person)
    return true
  }

  /** Returns the refusals that have another cause than what people did, such as an order that cannot be found. */
  get unexpectedRefusals() {
    return [...this.refusals].filter(([what]) => !EXPECTED_CODES.some((code) => what.endsWith(` ${code}`)))
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
