// Simulates the shoppers, the operators and the blogger of a kill soak: browsing, ordering, paying, delivering, returning, and cash-outs.
import { randomUUID } from 'node:crypto'
import { call, pause, seededRandom } from '../shop.mjs'
import { isAnswered } from './client.mjs'

/** A card that the sandbox bank approves. */
const APPROVED = '4111111111111111'
/** A card that the sandbox bank approves after it has asked for a code. */
const WITH_CODE = '4000000000003220'
/** A card that the sandbox bank declines. */
const DECLINED = '4000000000000116'
/** The cards among which shoppers choose. Without a card, the shopper does not pay. */
export const CARDS = [APPROVED, APPROVED, WITH_CODE, DECLINED, undefined]
/** The code that the bank's page asks for. */
const CODE = '1234'
/** How often a shopper fills the form of the bank's page again when the bank does not answer. */
const BANK_ATTEMPTS = 120
/** The longest pause of a shopper between two orders, in ms. */
const THINKING = 1200

export class People {
  counts = { ordered: 0, refused: 0, cancelled: 0, cardPayments: 0, paidAgain: 0, withBonuses: 0, delivered: 0, returned: 0, cashouts: 0 }
  /** The codes of all confirmed orders. */
  confirmed = []
  /** The orders that are to be delivered, each with its shopper. */
  #toDeliver = []
  /** The number of idempotency keys so far, so that each is new. */
  #keys = 0

  /** `goods` are the products that are sold, `isOver` returns whether nothing new should begin. */
  constructor({ client, goods, stores, referral, seed, isOver }) {
    Object.assign(this, { client, goods, stores, referral, seed, isOver })
  }

  #key(what) {
    return `${what}-${this.seed}-${this.#keys++}-${randomUUID()}`
  }

  /** A shopper browses, orders, pays, and sometimes cancels, until the end. */
  async shop(person, number) {
    const random = seededRandom(this.seed * 100_003 + number)
    while (!this.isOver()) {
      await this.#browse(person, random)
      await this.#fillCart(person, random)
      await this.#order(person, random)
      await pause(random.below(THINKING))
    }
  }

  /** Visits pages of every service. */
  async #browse(person, { below, next }) {
    const { client, goods, stores } = this
    const product = goods[below(goods.length)]
    const store = stores[below(stores.length)]
    await client.send(undefined, `/product/all?sort=popular&page=${1 + below(8)}`)
    await client.send(person, `/product/${product.slug}`, { what: '/product/{product}' })
    await client.send(person, `/store/${store.slug}`, { what: '/store/{store}' })
    if (next() < 0.3) await client.send(undefined, '/seo/home-page')
    if (next() < 0.3) await client.send(person, '/notification/all')
    if (next() < 0.3) await client.send(person, next() < 0.5 ? '/product/like' : '/product/like/remove', { body: { productId: product.id } })
    if (next() < 0.2) {
      const verb = next() < 0.5 ? 'subscribe' : 'unsubscribe'
      await client.send(person, `/store/${verb}/${store.slug}`, { method: 'POST', body: {}, what: `/store/${verb}/{store}` })
    }
    if (next() < 0.2) await client.refresh(person)
  }

  async #fillCart(person, { below, next }) {
    const { client, goods } = this
    for (let line = 0; line < 2; line++) {
      const body = { productId: goods[below(goods.length)].id, count: 1 + below(2), ...(next() < 0.3 && { referral: this.referral() }) }
      // Setting a count may be repeated; adding may not. After an addition without an answer, the shopper looks at the cart.
      if (next() < 0.5) await client.send(person, '/cart/update', { body })
      else if (!isAnswered(await client.send(person, '/cart/add', { body, isRepeatable: false }))) await client.send(person, '/cart/all')
    }
  }

  /** Checks the cart, places the order, pays, and sometimes cancels. */
  async #order(person, random) {
    const { client, counts } = this
    const { below, next } = random
    const isCard = next() < 0.6
    let intent = { addressId: person.addressId, paymentMethod: isCard ? 'card' : 'cash' }
    const requestQuote = () => client.send(person, '/order/check', { body: intent, sign: person.sign })
    let check = await requestQuote()
    const spendable = person.sign ? (check.data?.bonus?.spendable ?? 0) : 0
    if (spendable > 0 && check.data.quote && next() < 0.5) {
      intent = { ...intent, bonusAmount: 1 + below(spendable) }
      check = await requestQuote()
    }
    if (!check.data?.quote) {
      // A product is sold out, so the shopper starts with an empty cart.
      counts.refused++
      await client.send(person, '/cart/clear', { body: {} })
      return
    }
    const body = { ...intent, quote: check.data.quote, recipientType: 'self' }
    const placed = await client.send(person, '/order', { body, key: this.#key('order'), sign: person.sign, untilFinal: true })
    if (placed.status !== 201 && placed.status !== 200) {
      counts.refused++
      return
    }
    const { order, payment } = placed.data
    counts.ordered++
    this.confirmed.push(order.code)
    if (order.amounts.bonusAmount > 0) counts.withBonuses++
    const isPaid = !isCard || (await this.#pay(person, order, payment?.redirectUrl, random))
    if (next() < 0.25) await this.#cancel(person, order)
    else if (isPaid) this.#toDeliver.push({ person, order })
  }

  async #cancel(person, { code }) {
    const body = { reason: 'fikrimi dəyişdim' }
    const { status } = await this.client.send(person, `/order/${code}/cancel`, { body, untilFinal: true, what: '/order/{code}/cancel' })
    if (status === 200) this.counts.cancelled++
  }

  /** Pays at the bank; tries once more with another card after a refusal. Returns whether the bank has approved. */
  async #pay(person, { code }, redirectUrl, { below, next }) {
    const card = CARDS[below(CARDS.length)]
    if (!card || !redirectUrl) return false
    this.counts.cardPayments++
    await payAtBank(redirectUrl, card)
    if (card !== DECLINED) return true
    if (next() < 0.5) return false
    const options = { body: { paymentMethod: 'card' }, untilFinal: true, what: '/order/{code}/pay' }
    // The order can be paid again as soon as the bank's refusal has reached the shop.
    for (let attempt = 0; attempt < 10; attempt++) {
      const { data } = await this.client.send(person, `/order/${code}/pay`, { ...options, key: this.#key('pay') })
      if (data?.payment?.redirectUrl && data.payment.redirectUrl !== redirectUrl) {
        this.counts.paidAgain++
        await payAtBank(data.payment.redirectUrl, APPROVED)
        return true
      }
      await pause(500)
    }
    return false
  }

  /** An operator delivers orders; shoppers then return a part or all of some of them. */
  async deliver(operator, number) {
    const random = seededRandom(this.seed * 7 + number)
    while (!this.isOver()) {
      const { person, order } = this.#toDeliver.splice(random.below(this.#toDeliver.length), 1)[0] ?? {}
      if (!order) await pause(200)
      else if (await operator.deliver(order.code)) {
        this.counts.delivered++
        if (random.next() < 0.4) await this.#returnGoods(operator, person, order, random)
      }
    }
  }

  /** The shopper returns some or all goods of an order, and the operator decides the refund. */
  async #returnGoods(operator, person, { code, lines }, { below, next }) {
    const { id: lineId, count } = lines[below(lines.length)]
    const ground = next() < 0.5 ? 'changed_mind' : 'faulty'
    const body = { ground, reason: 'bəyənmədim', ...(next() < 0.7 && { lines: [{ lineId, count: 1 + below(count) }] }) }
    const options = { body, key: this.#key('refund'), untilFinal: true, what: '/order/{code}/refund' }
    const { status, data } = await this.client.send(person, `/order/${code}/refund`, options)
    if (status !== 200 && status !== 201) return
    const decided = await operator.decide(data.id, next() < 0.85)
    if (decided.status === 200) this.counts.returned++
  }

  /** The blogger requests cash-outs, which an operator decides. */
  async cashOut(cashouts) {
    const random = seededRandom(this.seed * 13)
    for (; !this.isOver(); await pause(1000)) if (await cashouts.round(random)) this.counts.cashouts++
  }
}

/** Fills the forms of the bank's page. They may be sent again, because that does not change a settled payment. */
async function payAtBank(redirectUrl, number) {
  const page = new URL(redirectUrl)
  const submit = async (path, form) => {
    for (let attempt = 0; attempt < BANK_ATTEMPTS; attempt++) {
      const response = await call(path, { form: { action: 'pay', ...form }, at: page.origin })
      if (response.status > 0 && response.status < 500) return
      await pause(500)
    }
    throw new Error(`the bank does not answer at ${path}`)
  }
  await submit(page.pathname, { number, expiry: '12/30', cvv: '123' })
  if (number === WITH_CODE) await submit(`${page.pathname}/code`, { code: CODE })
}
