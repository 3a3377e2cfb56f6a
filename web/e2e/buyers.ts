// Prepares customers who are about to order, and operates the checkout page.

import { type APIRequestContext, expect } from '@playwright/test'
import type { Address, CheckedCart, Order, Place, ProductCard, Session } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { addToCart, apiGet } from './accounts'
import { signInNewAccount } from './new-accounts'
import type { Shop } from './shop'
import { az, moneyIn, texts } from './texts'

/** Matches the address of an order's page, and captures the code of the order. */
const ORDER_PAGE = /\/profil\/sifaris-tarixcesi\/(SQ-[\w-]+)/

/** Signs in a new customer with an address in Baku and a product in the cart. */
export async function signUpWithCart(shop: Shop, request: APIRequestContext, product: ProductCard, count = 1): Promise<Session> {
  const { session } = await signInNewAccount(shop, request)
  await addBakuAddress(request, session)
  await addToCart(request, session, product.id, count)
  return session
}

/** Adds an address in Baku to the account, and makes it the default. */
export async function addBakuAddress(request: APIRequestContext, session: Session): Promise<Address> {
  const readPlaces = async (path: string) => ((await (await request.get(`/api/v1${path}`)).json()) as { data: Place[] }).data
  const baku = (await readPlaces('/address/cities')).find(({ name }) => name === 'Bakı')
  const [district] = await readPlaces(`/address/cities/${baku?.id}/districts`)
  const response = await request.post('/api/v1/user/addresses', {
    headers: bearer(session),
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
  expect(response.status(), await response.text()).toBe(200)
  return ((await response.json()) as { data: Address }).data
}

/** Returns the radio button whose name begins with `name`. In the checkout, names continue with a price or an address. */
export const radio = (shop: Shop, name: string) => shop.main().getByRole('radio', { name: new RegExp(`^${name}`) })

/** Returns the button that places the order. It says “order” for cash, and “pay” for cards and instalments. */
export const orderButton = (shop: Shop, act: 'order' | 'pay', locale: Locale = 'az') =>
  shop
    .main()
    .getByRole('button', { name: new RegExp(`^${texts(locale)(`checkout.${act}`)} ·`) })
    .filter({ visible: true })

/**
 * Runs `change`, and waits until the server has checked the changed order. The request of this check contains the text `changed`. The total
 * that the page shows after the check is the one that can be ordered.
 */
export async function waitForCheck(shop: Shop, changed: string, act: 'order' | 'pay', change: () => Promise<void>, locale: Locale = 'az') {
  const response = shop.page.waitForResponse(
    (response) => response.url().endsWith('/order/check') && Boolean(response.request().postData()?.includes(changed)),
  )
  await change()
  const { data } = (await (await response).json()) as { data: CheckedCart }
  await expect(orderButton(shop, act, locale)).toContainText(moneyIn(locale, data.total))
}

/** Chooses cash as the payment, and waits until the server has checked the order. */
export const payCash = (shop: Shop) => waitForCheck(shop, '"cash"', 'order', () => radio(shop, az('checkout.payment.cash')).check())

/** Returns the orders of the account, newest first. */
export const readOrders = async (request: APIRequestContext, session: Session) =>
  (await apiGet<{ data: Order[] }>(request, session, '/order/all')).data

/** Returns the header that authorizes API calls with the session. */
export const bearer = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` })

/** Returns products without sizes of which few are left in stock. Only for such products does the API send `left`, their number. */
export async function scarceProducts(request: APIRequestContext): Promise<ProductCard[]> {
  const response = await request.get('/api/v1/product/all?inStock=true&sort=popular&perPage=100&page=1')
  const { data } = (await response.json()) as { data: { products: ProductCard[] } }
  return data.products.filter(({ left, hasSizes }) => left !== undefined && !hasSizes)
}

/** Orders the cart for cash through the API, as from another device. The quote is the server's signed statement of what the order costs. */
export async function orderByApi(request: APIRequestContext, session: Session, addressId: number): Promise<Order> {
  const choices = { addressId, paymentMethod: 'cash' }
  const checked = await request.post('/api/v1/order/check', { headers: bearer(session), data: choices })
  const { data } = (await checked.json()) as { data: CheckedCart }
  const response = await request.post('/api/v1/order', {
    headers: { ...bearer(session), 'idempotency-key': `e2e-${session.user.code}-${Date.now()}` },
    data: { ...choices, recipientType: 'self', quote: data.quote },
  })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { data: { order: Order } }).data.order
}

/** Waits until the browser shows the page of an order, and returns the code of this order. */
export async function currentOrderCode(shop: Shop): Promise<string> {
  await expect(shop.page).toHaveURL(ORDER_PAGE)
  return ORDER_PAGE.exec(shop.page.url())?.[1] ?? ''
}

/** Waits until the order with this code has the payment status. */
export const expectPaymentStatus = (request: APIRequestContext, session: Session, code: string, status: Order['paymentStatus']) =>
  expect.poll(async () => (await apiGet<{ data: Order }>(request, session, `/order/${code}`)).data.paymentStatus).toBe(status)
