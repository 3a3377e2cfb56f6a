// Places orders through the API, and moves them: changes their status.

import { type APIRequestContext, type Browser, expect } from '@playwright/test'
import type { Order, OrderStatus, PaymentMethod, ProductCard, Session } from '~shared/api/types'
import { STEPS } from '~shared/features/orders/steps'
import { addToCart, bearer, headersOf } from './accounts'
import { addBakuAddress } from './buyers'
import { signInNewAccount } from './new-accounts'
import { Shop } from './shop'
import { signInStaffByApi, type StaffHeaders, addStaffSession } from './staff'

const newIdempotencyKey = () => `e2e-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`

async function post<Data>(request: APIRequestContext, session: Session, path: string, data: object): Promise<Data> {
  const response = await request.post(`/api/v1${path}`, { headers: { ...bearer(session), 'idempotency-key': newIdempotencyKey() }, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return ((await response.json()) as { data: Data }).data
}

/** Returns products of different stores, which have no sizes and plenty in stock. */
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
  /** The address of the bank's payment page, if the order is paid by card. */
  bankUrl: string
}

export async function signUpWithOrder(
  shop: Shop,
  request: APIRequestContext,
  products: [product: ProductCard, count: number][],
  paymentMethod: PaymentMethod = 'cash',
): Promise<PlacedOrder> {
  const { session } = await signInNewAccount(shop, request)
  return { session, ...(await placeOrder(request, session, products, paymentMethod)) }
}

/** The cart of the account must be empty. */
export async function placeOrder(
  request: APIRequestContext,
  session: Session,
  products: [product: ProductCard, count: number][],
  paymentMethod: PaymentMethod = 'cash',
): Promise<Omit<PlacedOrder, 'session'>> {
  const { id: addressId } = await addBakuAddress(request, session)
  for (const [product, count] of products) await addToCart(request, session, product.id, count)

  // A quote is the server's signed statement of what the order costs.
  const choices = { addressId, paymentMethod }
  const { quote } = await post<{ quote: string }>(request, session, '/order/check', choices)
  const { order, payment } = await post<{ order: Order; payment: { redirectUrl?: string } }>(request, session, '/order', {
    ...choices,
    quote,
    recipientType: 'self',
  })
  return { order, bankUrl: payment.redirectUrl ?? '' }
}

export async function moveOrder(request: APIRequestContext, { code, status }: Order, until: OrderStatus) {
  const operator = await signInStaffByApi()
  const from = STEPS.indexOf(status as (typeof STEPS)[number])
  const statuses = STEPS.slice(from + 1, STEPS.indexOf(until as (typeof STEPS)[number]) + 1)
  for (const next of statuses) await expect.poll(() => tryToMove(request, operator, code, next)).toBe('moved')
}

/** Returns what has happened. A new order is not ready for a few milliseconds, until its stock is marked as sold. */
async function tryToMove(request: APIRequestContext, operator: StaffHeaders, code: string, status: OrderStatus) {
  const response = await request.post(`/api/v1/admin/orders/${code}/move`, { headers: headersOf(operator), data: { status } })
  if (response.ok()) return 'moved'
  const problem = (await response.json()) as { code?: string }
  if (problem.code === 'order_not_ready') return problem.code
  throw new Error(`${code} cannot be moved to ${status}: ${await response.text()}`)
}

export async function openBackOffice(browser: Browser, isPhone: boolean) {
  const browserContext = await browser.newContext()
  const admin = new Shop(await browserContext.newPage(), isPhone)
  await addStaffSession(browserContext, await signInStaffByApi())
  return { admin, close: () => browserContext.close() }
}

export const readOrder = async (request: APIRequestContext, session: Session, code: string): Promise<Order> => {
  const response = await request.get(`/api/v1/order/${code}`, { headers: bearer(session) })
  expect(response.ok(), code).toBe(true)
  return ((await response.json()) as { data: Order }).data
}
