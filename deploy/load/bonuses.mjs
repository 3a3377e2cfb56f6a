// Bonuses, operators and a blogger's referral link in the load tests.
import { randomUUID } from 'node:crypto'
import { newKey, publicKey, signature } from '../local/app/signature.mjs'
import { api, signInAsDemo, environment, pause, apiWithRetry } from './shop.mjs'
import { connectTo } from './sql.mjs'

const STATUSES_UNTIL_DELIVERED = ['confirmed', 'searching_courier', 'courier_appointed', 'handed_to_courier', 'on_the_way', 'delivered']
const BOOKING_TIMEOUT_MS = 5000

/** Returns whether a retry would not change the response. */
export const isFinal = ({ status }) => status === 200 || status === 201 || (status >= 400 && status < 500 && status !== 401 && status !== 429)

async function registerApp(person) {
  const key = newKey()
  person.sign = (method, path, text) => signature(method, path, text, key)
  const body = { publicKey: publicKey(key), name: 'The app of the soak test', platform: 'android' }
  await apiWithRetry('/user/clients', { body, token: person.token, sign: person.sign })
}

async function placeOrder(intent, token) {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { quote } = await apiWithRetry('/order/check', { body: intent, token })
    const response = await api('/order', { body: { ...intent, quote, recipientType: 'self' }, token, key: randomUUID() })
    if (response.data) return response.data.order
    if (response.json?.code !== 'cart_changed') throw new Error(`/order: ${JSON.stringify(response.json)}`)
  }
  throw new Error('the cart changed 20 times')
}

/** Delivers an order to each person. SQL skips the two weeks until its bonuses mature. */
export async function giveBonuses(people, products) {
  const operator = await openOperator()
  const codes = await Promise.all(people.map(async (person, number) => {
    await registerApp(person)
    const { token, addressId } = person
    await apiWithRetry('/cart/add', { body: { productId: products[number % products.length].id, count: 2 }, token })
    const order = await placeOrder({ addressId, paymentMethod: 'cash' }, token)
    if (!(await operator.deliver(order.code))) throw new Error(`${order.code} was not delivered`)
    return order.code
  }))
  const database = connectTo(environment('sovqat-order').ORDER_DATABASE_URL)
  const names = codes.map((code) => `'${code}'`)
  const lots = await database.query(
    `update bonus_lot set earned_at = earned_at - interval '15 days', matures_at = matures_at - interval '15 days'
     from purchase where purchase.order_id = bonus_lot.order_id and code in (${names}) returning code`,
  )
  database.end()
  if (lots.length !== people.length) throw new Error(`${lots.length} of ${people.length} orders have earned bonuses`)
}

/** Returns a function that makes the referral of a click now. */
export async function bloggerReferral() {
  const { code } = await apiWithRetry('/influencer/earnings', { token: await signInAsDemo('blogger') })
  return () => ({ code, clickedAt: new Date().toISOString() })
}

export const earnedByBlogger = async () => (await apiWithRetry('/influencer/earnings', { token: await signInAsDemo('blogger') })).earned

export async function openOperator() {
  let token = await signInAsDemo('operator')
  async function postUntilFinal(path, body) {
    for (let attempt = 0; attempt < 120; attempt++) {
      const response = await api(path, { body, token })
      if (isFinal(response)) return response
      if (response.status === 401) token = await signInAsDemo('operator')
      await pause(300)
    }
    throw new Error(`${path}: no response`)
  }
  return {
    /** Returns false if the order is cancelled or not paid. */
    async deliver(code) {
      const until = Date.now() + BOOKING_TIMEOUT_MS
      const remaining = [...STATUSES_UNTIL_DELIVERED]
      while (remaining.length > 0) {
        const { status, json } = await postUntilFinal(`/admin/orders/${code}/move`, { status: remaining[0] })
        if (status === 200) remaining.shift()
        else if (json.code !== 'order_not_ready' || Date.now() > until) return false
        else await pause(100)
      }
      return true
    },
    decide: (refund, approve) => postUntilFinal(`/admin/refunds/${refund}/decide`, approve ? { approve, restock: true } : { approve, answer: 'şəkil göndərin' }),
  }
}
