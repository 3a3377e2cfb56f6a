// The shoppers, operators and blogger of a kill soak.
import { randomUUID } from 'node:crypto'
import { call, pause, seededRandom } from '../shop.mjs'
import { isAnswered } from './client.mjs'

const APPROVED_CARD = '4111111111111111'
const CARD_WITH_CODE = '4000000000003220'
const DECLINED_CARD = '4000000000000116'
/** Without a card, the shopper does not pay. */
export const CARDS = [APPROVED_CARD, APPROVED_CARD, CARD_WITH_CODE, DECLINED_CARD, undefined]
const CONFIRMATION_CODE = '1234'
const BANK_ATTEMPTS = 120
const MAX_PAUSE_MS = 1200

export class People {
  counts = { ordered: 0, refused: 0, cancelled: 0, cardPayments: 0, paidAgain: 0, withBonuses: 0, delivered: 0, returned: 0, cashouts: 0 }
  confirmed = []
  #toDeliver = []
  #keys = 0

  constructor({ client, goods, stores, referral, seed, isOver }) {
    Object.assign(this, { client, goods, stores, referral, seed, isOver })
  }

  #key(what) {
    return `${what}-${this.seed}-${this.#keys++}-${randomUUID()}`
  }

  async shop(person, number) {
    const random = seededRandom(this.seed * 100_003 + number)
    while (!this.isOver()) {
      await this.#browse(person, random)
      await this.#fillCart(person, random)
      await this.#order(person, random)
      await pause(random.below(MAX_PAUSE_MS))
    }
  }

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
      // Setting a count may be repeated; adding may not.
      if (next() < 0.5) await client.send(person, '/cart/update', { body })
      else if (!isAnswered(await client.send(person, '/cart/add', { body, isRepeatable: false }))) await client.send(person, '/cart/all')
    }
  }

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

  async #pay(person, { code }, redirectUrl, { below, next }) {
    const card = CARDS[below(CARDS.length)]
    if (!card || !redirectUrl) return false
    this.counts.cardPayments++
    await payAtBank(redirectUrl, card)
    if (card !== DECLINED_CARD) return true
    if (next() < 0.5) return false
    const options = { body: { paymentMethod: 'card' }, untilFinal: true, what: '/order/{code}/pay' }
    // The bank's refusal must reach the shop first.
    for (let attempt = 0; attempt < 10; attempt++) {
      const { data } = await this.client.send(person, `/order/${code}/pay`, { ...options, key: this.#key('pay') })
      if (data?.payment?.redirectUrl && data.payment.redirectUrl !== redirectUrl) {
        this.counts.paidAgain++
        await payAtBank(data.payment.redirectUrl, APPROVED_CARD)
        return true
      }
      await pause(500)
    }
    return false
  }

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

  async cashOut(cashouts) {
    const random = seededRandom(this.seed * 13)
    for (; !this.isOver(); await pause(1000)) if (await cashouts.round(random)) this.counts.cashouts++
  }
}

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
  if (number === CARD_WITH_CODE) await submit(`${page.pathname}/code`, { code: CONFIRMATION_CODE })
}
