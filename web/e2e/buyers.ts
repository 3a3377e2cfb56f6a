import { type APIRequestContext, expect } from '@playwright/test'
import type { Address, CheckedCart, Order, Place, ProductCard, Session } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { holdsInCart, known } from './accounts'
import { settlesIn } from './residents'
import type { Shop } from './shop'
import { az, moneyIn, texts } from './texts'

const ORDER = /\/profil\/sifaris-tarixcesi\/(SQ-[\w-]+)/

/** Signs in a new customer with an address in Baku and a product in the cart. */
export async function isAboutToOrder(shop: Shop, request: APIRequestContext, product: ProductCard, count = 1): Promise<Session> {
  const { session } = await settlesIn(shop, request)
  await livesInBaku(request, session)
  await holdsInCart(request, session, product.id, count)
  return session
}

export async function livesInBaku(request: APIRequestContext, session: Session): Promise<Address> {
  const get = async (path: string) => ((await (await request.get(`/api/v1${path}`)).json()) as { data: Place[] }).data
  const baku = (await get('/address/cities')).find(({ name }) => name === 'Bakı')
  const [district] = await get(`/address/cities/${baku?.id}/districts`)
  const answer = await request.post('/api/v1/user/addresses', {
    headers: as(session),
    data: {
      title: 'Ev',
      type: 'home',
      cityId: baku?.id,
      districtId: district?.id,
      street: 'Nizami küçəsi',
      building: '10A',
      isDefault: true,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { data: Address }).data
}

export const choice = (shop: Shop, name: string) => shop.main().getByRole('radio', { name: new RegExp(`^${name}`) })
export const button = (shop: Shop, act: 'order' | 'pay', locale: Locale = 'az') =>
  shop
    .main()
    .getByRole('button', { name: new RegExp(`^${texts(locale)(`checkout.${act}`)} ·`) })
    .filter({ visible: true })

/** Runs `saying` and waits for the check of the order that contains `what`. Only the total shown after that may be ordered. */
export async function settles(shop: Shop, what: string, act: 'order' | 'pay', saying: () => Promise<void>, locale: Locale = 'az') {
  const answer = shop.page.waitForResponse(
    (response) => response.url().endsWith('/order/check') && Boolean(response.request().postData()?.includes(what)),
  )
  await saying()
  const { data } = (await (await answer).json()) as { data: CheckedCart }
  await expect(button(shop, act, locale)).toContainText(moneyIn(locale, data.total))
}

export const paysCash = (shop: Shop) => settles(shop, '"cash"', 'order', () => choice(shop, az('checkout.payment.cash')).check())

export const ordersOf = async (request: APIRequestContext, session: Session) =>
  (await known<{ data: Order[] }>(request, session, '/order/all')).data

export const as = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` })

/** Products without sizes and with few left in stock. */
export async function nearlyGone(request: APIRequestContext): Promise<ProductCard[]> {
  const answer = await request.get('/api/v1/product/all?inStock=true&sort=popular&perPage=100&page=1')
  const { data } = (await answer.json()) as { data: { products: ProductCard[] } }
  return data.products.filter(({ left, hasSizes }) => left !== undefined && !hasSizes)
}

/** Orders the cart through the API, as from another device. */
export async function ordersByApi(request: APIRequestContext, session: Session, addressId: number): Promise<Order> {
  const said = { addressId, paymentMethod: 'cash' }
  const checked = await request.post('/api/v1/order/check', { headers: as(session), data: said })
  const { data } = (await checked.json()) as { data: CheckedCart }
  const answer = await request.post('/api/v1/order', {
    headers: { ...as(session), 'idempotency-key': `e2e-${session.user.code}-${Date.now()}` },
    data: { ...said, recipientType: 'self', quote: data.quote },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { data: { order: Order } }).data.order
}

/** Returns the code of the order page that is open. */
export async function orderCode(shop: Shop): Promise<string> {
  await expect(shop.page).toHaveURL(ORDER)
  return ORDER.exec(shop.page.url())?.[1] ?? ''
}

export const isPaid = (request: APIRequestContext, session: Session, code: string, status: Order['paymentStatus']) =>
  expect.poll(async () => (await known<{ data: Order }>(request, session, `/order/${code}`)).data.paymentStatus).toBe(status)
