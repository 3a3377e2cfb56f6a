// Prepares customers who are about to order, and operates the checkout.

import { type APIRequestContext, expect } from '@playwright/test'
import type { Address, CheckedCart, Order, Place, ProductCard, Session } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { addToCart, apiGet, bearer } from './accounts'
import { signInNewAccount } from './new-accounts'
import type { Shop } from './shop'
import { az, moneyIn, texts } from './texts'

const ORDER_PAGE = /\/profil\/sifaris-tarixcesi\/(SQ-[\w-]+)/

export async function signUpWithCart(shop: Shop, request: APIRequestContext, product: ProductCard, count = 1): Promise<Session> {
  const { session } = await signInNewAccount(shop, request)
  await addBakuAddress(request, session)
  await addToCart(request, session, product.id, count)
  return session
}

export async function addBakuAddress(request: APIRequestContext, session: Session): Promise<Address> {
  const readPlaces = async (path: string) => {
    const response = await request.get(`/api/v1${path}`)
    return ((await response.json()) as { data: Place[] }).data
  }
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

/** `name` is the beginning of the button's name, which continues with a price or an address. */
export const radio = (shop: Shop, name: string) => shop.main().getByRole('radio', { name: new RegExp(`^${name}`) })

/** The button says “order” for cash, and “pay” for cards and instalments. */
export const orderButton = (shop: Shop, act: 'order' | 'pay', locale: Locale = 'az') =>
  shop
    .main()
    .getByRole('button', { name: new RegExp(`^${texts(locale)(`checkout.${act}`)} ·`) })
    .filter({ visible: true })

interface ExpectedCheck {
  /** A part of the request, by which a check after the change differs from earlier ones. */
  requestContains: string
  /** The button's text after the change. */
  act: 'order' | 'pay'
}

/** Makes the change, and waits until the server has checked the changed order. */
export async function waitForCheck(
  shop: Shop,
  { requestContains, act }: ExpectedCheck,
  change: () => Promise<void>,
  locale: Locale = 'az',
) {
  const response = shop.page.waitForResponse(
    (response) => response.url().endsWith('/order/check') && Boolean(response.request().postData()?.includes(requestContains)),
  )
  await change()
  const { data } = (await (await response).json()) as { data: CheckedCart }
  await expect(orderButton(shop, act, locale)).toContainText(moneyIn(locale, data.total))
}

/** A part of the request for an order that is paid in cash. */
export const CASH_IN_REQUEST = '"cash"'

export const chooseCash = (shop: Shop) =>
  waitForCheck(shop, { requestContains: CASH_IN_REQUEST, act: 'order' }, () => radio(shop, az('checkout.payment.cash')).check())

export const readOrders = async (request: APIRequestContext, session: Session) =>
  (await apiGet<{ data: Order[] }>(request, session, '/order/all')).data

/** The API sends `left` only for products of which few are left. */
export async function scarceProducts(request: APIRequestContext): Promise<ProductCard[]> {
  const response = await request.get('/api/v1/product/all?inStock=true&sort=popular&perPage=100&page=1')
  const { data } = (await response.json()) as { data: { products: ProductCard[] } }
  return data.products.filter(({ left, hasSizes }) => left !== undefined && !hasSizes)
}

/** Orders what is in the account's cart. */
export async function orderByApi(request: APIRequestContext, session: Session, addressId: number): Promise<Order> {
  const choices = { addressId, paymentMethod: 'cash' }
  const checked = await request.post('/api/v1/order/check', { headers: bearer(session), data: choices })
  const { data } = (await checked.json()) as { data: CheckedCart }
  // The quote is the server's signed statement of what the order costs.
  const response = await request.post('/api/v1/order', {
    headers: { ...bearer(session), 'idempotency-key': `e2e-${session.user.code}-${Date.now()}` },
    data: { ...choices, recipientType: 'self', quote: data.quote },
  })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { data: { order: Order } }).data.order
}

export async function currentOrderCode(shop: Shop): Promise<string> {
  await expect(shop.page).toHaveURL(ORDER_PAGE)
  return ORDER_PAGE.exec(shop.page.url())?.[1] ?? ''
}

export const expectPaymentStatus = (request: APIRequestContext, session: Session, code: string, status: Order['paymentStatus']) =>
  expect.poll(async () => (await apiGet<{ data: Order }>(request, session, `/order/${code}`)).data.paymentStatus).toBe(status)
