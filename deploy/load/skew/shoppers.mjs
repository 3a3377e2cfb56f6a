// The shoppers of skew.mjs. Only reads may be repeated.
import { randomUUID } from 'node:crypto'
import { api, bank, call, importProducts, pause, signUpShoppers } from '../shop.mjs'

const APPROVED_CARD = '4111111111111111'
const UNITS_EACH = 100_000
/** An access token lives for 10 minutes. */
const SIGN_IN_EVERY_MS = 5 * 60_000
/** The bank repeats a callback that found a stopped gateway after 2, 4 and 8 s. */
const PAID_WITHIN_MS = 60_000
const PAUSE_MS = 400

export class Shoppers {
  ordered = []
  paid = []
  cancelled = []
  failures = []
  requests = 0
  step = 'before the first step'
  #hasEnded = false

  static async signUp(count, balancer) {
    const shoppers = new Shoppers()
    shoppers.balancer = balancer
    shoppers.products = await importProducts(12, UNITS_EACH, `skew-${Date.now()}`)
    shoppers.people = (await signUpShoppers(count)).map((person) => ({ ...person, signedInAt: performance.now() }))
    // `bank` caches the address while the order service is up.
    bank()
    return shoppers
  }

  start() {
    this.shopping = Promise.all(this.people.map((person, number) => this.#shop(person, number)))
  }

  async stop() {
    this.#hasEnded = true
    await this.shopping
  }

  async #shop(person, number) {
    for (let round = number; !this.#hasEnded; round += 1) {
      try {
        await this.#buy(person, round)
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
      }
      await pause(PAUSE_MS)
    }
  }

  async #buy(person, round) {
    if (performance.now() - person.signedInAt > SIGN_IN_EVERY_MS) {
      const { accessToken } = await this.#send('/auth/signin', { body: { login: person.phoneNumber, password: person.password } })
      Object.assign(person, { token: accessToken, signedInAt: performance.now() })
    }
    const { token, addressId } = person
    const product = this.products[round % this.products.length]
    await this.#send('/product/all?sort=popular', { token })
    await this.#send(`/product/all?search=${encodeURIComponent(product.name)}`, { token })
    await this.#send(`/product/${product.slug}`, { token })
    await this.#send('/cart/add', { body: { productId: product.id, count: 1 }, token })
    const intent = { addressId, paymentMethod: round % 2 === 0 ? 'card' : 'cash' }
    const { quote } = await this.#send('/order/check', { body: intent, token })
    const { order, payment } = await this.#send('/order', { body: { ...intent, quote, recipientType: 'self' }, token, key: randomUUID() })
    this.ordered.push(order.code)
    if (payment?.redirectUrl) await this.#pay(order.code, payment.redirectUrl, token)
    else if (round % 3 === 0) {
      await this.#send(`/order/${order.code}/cancel`, { body: { reason: 'fikrimi dəyişdim' }, token })
      this.cancelled.push(order.code)
    }
  }

  async #pay(code, redirectUrl, token) {
    const { origin, pathname } = new URL(redirectUrl)
    const { status } = await call(pathname, { form: { action: 'pay', number: APPROVED_CARD, expiry: '12/30', cvv: '123' }, at: origin })
    if (status === 0 || status >= 400) this.#fail(`the bank, payment of ${code}`, { status })
    for (const end = performance.now() + PAID_WITHIN_MS; performance.now() < end; await pause(PAUSE_MS)) {
      const { paymentStatus } = await this.#send(`/order/${code}`, { token })
      if (paymentStatus === 'paid') return this.paid.push(code)
    }
    this.#fail(`${code} is not paid after ${PAID_WITHIN_MS / 1000} s`, {})
  }

  async #send(path, options) {
    this.requests += 1
    const gateway = this.balancer.choose()
    let response = await api(path, { ...options, at: gateway.url })
    if (response.status === 0 && !options.body) response = await api(path, { ...options, at: this.balancer.choose(gateway).url })
    if (response.status === 200 || response.status === 201) return response.data
    return this.#fail(`${options.body ? 'POST' : 'GET'} ${path}`, response)
  }

  #fail(what, { status, json }) {
    const answer = status === 0 ? 'no response' : [status, json?.code].filter(Boolean).join(' ')
    this.failures.push(`${this.step}: ${what}${answer && `: ${answer}`}`)
    throw new RequestFailed(what)
  }
}

class RequestFailed extends Error {}
