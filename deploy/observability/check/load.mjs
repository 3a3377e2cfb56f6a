// Sends a few requests of every kind that the dashboard shows.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { api, apiWithRetry, base, call, importProducts, pause, seededRandom, signInAsDemo, signUpShoppers } from '../../load/shop.mjs'
import { openOperator } from '../../load/bonuses.mjs'

const BUYERS = 12
const SEARCHES = ['gül', 'qızılgül', 'şokolad', 'hədiyyə', 'ətir', 'yoxdurbeləşey']
const PAGES = ['/', '/ru', '/en', '/mehsullar']
/** The bank approves the first card and declines the second. */
const CARDS = ['4111111111111111', '4000000000000116']
/** Access tokens are valid for ten minutes. */
const SIGN_IN_AGAIN_MS = 300_000

/** Letters about orders need a verified address. */
async function demoShopper() {
  const accounts = JSON.parse(readFileSync(new URL('../../local/demo/accounts.json', import.meta.url), 'utf8'))
  const { phoneNumber, password } = accounts.find(({ role }) => role === 'shopper')
  const token = await signInAsDemo('shopper')
  const [address] = await apiWithRetry('/user/addresses', { token })
  return { phoneNumber, password, token, addressId: address.id }
}

export async function startLoad() {
  const products = await importProducts(40, 100_000, `check-${Date.now()}`)
  const people = [...(await signUpShoppers(BUYERS)), await demoShopper()]
  const state = { hasEnded: false, products, people, statuses: new Map(), orders: [] }
  const { below, next } = seededRandom(1)
  const pick = (list) => list[below(list.length)]
  const count = ({ status }) => state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1)
  /** Ignores failures, because the check injects them. */
  const repeat = async (everyMs, action) => {
    while (!state.hasEnded) {
      await action().catch(() => {})
      await pause(everyMs * (0.5 + next()))
    }
  }
  /** Like `repeat`, but does not wait for responses. */
  const send = async (everyMs, action) => {
    while (!state.hasEnded) {
      action().catch(() => {})
      await pause(everyMs * (0.5 + next()))
    }
  }
  const request = async (path, options) => {
    const response = await api(path, options)
    count(response)
    return response
  }

  const signIn = async (person) => {
    const body = { login: person.phoneNumber, password: person.password }
    const { data } = await request('/auth/signin', { body })
    if (data) person.token = data.accessToken
  }

  async function payAtBank(redirectUrl) {
    const to = new URL(redirectUrl)
    const number = next() < 0.9 ? CARDS[0] : CARDS[1]
    await call(to.pathname, { form: { action: 'pay', number, expiry: '12/30', cvv: '123' }, at: to.origin })
  }

  async function buy(person) {
    const { token, addressId } = person
    await request('/cart/add', { body: { productId: pick(products).id, count: 1 }, token })
    const intent = { addressId, paymentMethod: next() < 0.6 ? 'card' : 'cash' }
    const { data } = await request('/order/check', { body: intent, token })
    if (!data?.quote) return
    const body = { ...intent, quote: data.quote, recipientType: 'self' }
    const placed = await request('/order', { body, token, key: randomUUID() })
    if (placed.data?.payment?.redirectUrl) await payAtBank(placed.data.payment.redirectUrl)
    if (placed.data?.order && intent.paymentMethod === 'cash') state.orders.push(placed.data.order.code)
  }

  async function deliver() {
    const code = state.orders.shift()
    if (code) await state.operator.deliver(code)
  }

  function openStream({ token }) {
    const stream = get(`${base}/api/v1/notification/stream`, { headers: { authorization: `Bearer ${token}` } }, (response) => response.resume())
    stream.on('error', () => {})
    return stream
  }

  state.operator = await openOperator()
  const streams = people.slice(0, 2).map(openStream)
  const vitals = [['LCP', 1800], ['CLS', 0.01], ['INP', 90]]
  const tasks = [
    send(120, () => request('/product/all?sort=popular&page=' + (1 + below(30)))),
    send(120, () => request('/product/' + pick(products).slug)),
    send(250, () => request(`/product/all?search=${encodeURIComponent(pick(SEARCHES))}&facets=true&page=${1 + below(3)}`)),
    send(250, () => request(`/product/suggest?q=${encodeURIComponent(pick(SEARCHES).slice(0, 2 + below(4)))}`)),
    repeat(500, async () => count(await call(pick(PAGES)))),
    // Several, so that enough requests fail when a service is frozen.
    ...Array.from({ length: 6 }, () => repeat(1_800, () => buy(pick(people)))),
    repeat(700, () => request('/user/me', { token: pick(people).token })),
    repeat(900, () => request('/store/all?page=' + (1 + below(3)))),
    repeat(6_000, () => signIn(pick(people))),
    repeat(15_000, () => request('/auth/signin', { body: { login: pick(people).phoneNumber, password: 'yanlış parol' } })),
    repeat(1_000, deliver),
    repeat(2_000, () => {
      const [name, value] = pick(vitals)
      return request('/vitals', { body: { name, value, page: 'product' } })
    }),
    repeat(SIGN_IN_AGAIN_MS, () => Promise.all(people.map(signIn))),
  ]
  await apiWithRetry('/category/all/tree')
  return {
    ...state,
    state,
    async stop() {
      state.hasEnded = true
      for (const stream of streams) stream.destroy()
      // The last task may be in a pause of minutes.
      await Promise.all(tasks.slice(0, -1))
    },
  }
}
