// Places, pays and moves orders through the API, for tests that begin after the checkout. To move an order is to change its status, such
// as from “confirmed” to “on the way”.

import { type APIRequestContext, type Browser, expect } from '@playwright/test'
import type { Order, OrderStatus, PaymentMethod, Place, ProductCard, Session } from '~shared/api/types'
import { STEPS } from '~shared/features/orders/steps'
import { addToCart, headersOf } from './accounts'
import { signInNewAccount } from './new-accounts'
import { Shop } from './shop'
import { signInStaffByApi, type StaffHeaders, addStaffSession } from './staff'

const bearer = ({ accessToken }: Session) => ({ authorization: `Bearer ${accessToken}` })

/** Returns an idempotency key, by which the server would recognize a repeated request. */
const newKey = () => `e2e-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`

/** Sends data as a customer, and returns the `data` of the successful response. */
async function post<Data>(request: APIRequestContext, session: Session, path: string, data: object): Promise<Data> {
  const response = await request.post(`/api/v1${path}`, { headers: { ...bearer(session), 'idempotency-key': newKey() }, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { data: Data }).data
}

async function addBakuAddressId(request: APIRequestContext, session: Session): Promise<number> {
  const readPlaces = async (path: string) => ((await (await request.get(`/api/v1${path}`)).json()) as { data: Place[] }).data
  const baku = (await readPlaces('/address/cities')).find(({ name }) => name === 'Bakı')
  const [district] = await readPlaces(`/address/cities/${baku?.id}/districts`)
  const place = { cityId: baku?.id, districtId: district?.id, street: 'Nizami küçəsi', building: '10A' }
  const { id } = await post<{ id: number }>(request, session, '/user/addresses', { title: 'Ev', type: 'home', isDefault: true, ...place })
  return id
}

/** Returns two products of different stores, without sizes and with plenty in stock. */
export async function productsOfTwoStores(request: APIRequestContext): Promise<[ProductCard, ProductCard]> {
  const response = await request.get('/api/v1/product/all?inStock=true&sort=popular&perPage=100&page=1')
  const { data } = (await response.json()) as { data: { products: ProductCard[] } }
  const plain = data.products.filter(({ hasSizes, left }) => !hasSizes && left === undefined)
  const [first] = plain
  const second = plain.find(({ store }) => store.id !== first?.store.id)
  if (!first || !second) throw new Error('the demo has no plain product of a second store')
  return [first, second]
}

interface PlacedOrder {
  session: Session
  order: Order
  /** The address of the bank's payment page, or empty unless the order is paid by card. */
  bank: string
}

/** Signs in a new customer who has just ordered the products. */
export async function signUpWithOrder(
  shop: Shop,
  request: APIRequestContext,
  products: [product: ProductCard, count: number][],
  paymentMethod: PaymentMethod = 'cash',
): Promise<PlacedOrder> {
  const { session } = await signInNewAccount(shop, request)
  return { session, ...(await placeOrder(request, session, products, paymentMethod)) }
}

/** Places an order for an account with an empty cart. */
export async function placeOrder(
  request: APIRequestContext,
  session: Session,
  products: [product: ProductCard, count: number][],
  paymentMethod: PaymentMethod = 'cash',
): Promise<Omit<PlacedOrder, 'session'>> {
  const addressId = await addBakuAddressId(request, session)
  for (const [product, count] of products) await addToCart(request, session, product.id, count)

  // The check returns a quote, the server's signed statement of what the order costs.
  const choices = { addressId, paymentMethod }
  const { quote } = await post<{ quote: string }>(request, session, '/order/check', choices)
  const { order, payment } = await post<{ order: Order; payment: { redirectUrl?: string } }>(request, session, '/order', {
    ...choices,
    quote,
    recipientType: 'self',
  })
  return { order, bank: payment.redirectUrl ?? '' }
}

/** Moves an order as an operator, step by step, to the status `until`. */
export async function moveOrder(request: APIRequestContext, { code, status }: Order, until: OrderStatus) {
  const operator = await signInStaffByApi()
  const from = STEPS.indexOf(status as (typeof STEPS)[number])
  const statuses = STEPS.slice(from + 1, STEPS.indexOf(until as (typeof STEPS)[number]) + 1)
  for (const next of statuses) await expect.poll(() => tryToMove(request, operator, code, next)).toBe('moved')
}

/**
 * Tries to move an order by one step, and returns `moved` or `order_not_ready`. The latter is the refusal of an order that was placed a few
 * milliseconds ago, and whose stock is not yet marked as sold; the API does not report when it is. Any other refusal fails the test.
 */
async function tryToMove(request: APIRequestContext, operator: StaffHeaders, code: string, status: OrderStatus) {
  const response = await request.post(`/api/v1/admin/orders/${code}/move`, { headers: headersOf(operator), data: { status } })
  if (response.ok()) return 'moved'
  const problem = (await response.json()) as { code?: string }
  if (problem.code === 'order_not_ready') return problem.code
  throw new Error(`${code} cannot be moved to ${status}: ${await response.text()}`)
}

/** Opens a second browser context with the session of an operator. `close` closes it. */
export async function openBackOffice(browser: Browser, isPhone: boolean) {
  const browserContext = await browser.newContext()
  const admin = new Shop(await browserContext.newPage(), isPhone)
  await addStaffSession(browserContext, await signInStaffByApi())
  return { admin, close: () => browserContext.close() }
}

/** Returns the order with this code as its customer sees it. */
export const readOrder = async (request: APIRequestContext, session: Session, code: string): Promise<Order> => {
  const response = await request.get(`/api/v1/order/${code}`, { headers: bearer(session) })
  expect(response.ok(), code).toBe(true)
  return ((await response.json()) as { data: Order }).data
}
