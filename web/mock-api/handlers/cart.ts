import type { Body, Cart, CartItem, Schemas } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { card, products, sizes } from '../catalogue'
import { state } from '../state'
import { localeOf, ok, problem, refuse } from './responses'
import { type MockRequest, on } from './contract'

function problemOf(isSizeMissing: boolean, count: number, available: number) {
  if (isSizeMissing) return 'size_required'
  if (available === 0) return 'out_of_stock'
  return count > available ? 'not_enough_stock' : undefined
}

/** Prices the lines, by default those of the shopper's cart. */
export function cart(locale: Locale, lines: typeof state.cart = state.cart): Cart {
  const items = lines.flatMap(({ productId, sizeId, count }): CartItem[] => {
    const raw = products.find(({ id }) => id === productId)
    if (!raw) return []
    const size = sizes(raw, locale).find(({ id }) => id === sizeId)
    const unitPrice = size?.price ?? raw.discounted ?? raw.price
    const available = size?.stock ?? raw.stock
    const problem = problemOf(Boolean(raw.sizes?.length) && !size, count, available)
    return [
      {
        productId,
        ...(sizeId !== undefined && { sizeId }),
        product: card(raw, locale, state.liked),
        ...(size && { size }),
        count,
        available,
        unitPrice,
        lineTotal: unitPrice * count,
        promoDiscount: 0,
        ...(problem && { problem }),
      },
    ]
  })
  const total = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
  const subtotal = items.reduce((sum, { product, size, unitPrice, count }) => sum + (size ? unitPrice : (product?.price ?? 0)) * count, 0)
  return { items, subtotal, discount: subtotal - total, total }
}

interface Change {
  productId: number
  sizeId?: number
  count?: number
}

/** `change` may return a refusal. */
const changeCart = (change: (body: Change) => Response | void) =>
  async function handle({ request }: { request: Request }) {
    const refusal = refuse(request)
    if (refusal) return refusal
    return change(await request.json()) ?? ok(cart(localeOf(request)))
  }

/** Sets the count of a line, or returns a refusal if the stock is smaller. */
function setLine({ productId, sizeId }: Change, count: number) {
  const raw = products.find(({ id }) => id === productId)
  const left = sizes(raw ?? products[0]!, 'az').find(({ id }) => id === sizeId)?.stock ?? raw?.stock ?? 0
  if (count > left) return problem(409, 'not_enough_stock', `Yalnız ${left} ədəd qalıb`, { available: left })
  const line = state.cart.find((item) => item.productId === productId && item.sizeId === sizeId)
  if (line) line.count = count
  else state.cart.push({ productId, count, ...(sizeId !== undefined && { sizeId }) })
  return undefined
}

const countOf = ({ productId, sizeId }: Change) =>
  state.cart.find((item) => item.productId === productId && item.sizeId === sizeId)?.count ?? 0

type GuestLine = Schemas['GuestLine']
type MergedLine = Schemas['MergedLine']

/** Adds a line of a guest's cart as far as the stock allows. */
function mergeLine({ productId, sizeId, count }: GuestLine): MergedLine {
  const raw = products.find(({ id }) => id === productId)
  const line = { productId, count, ...(sizeId !== undefined && { sizeId }) }
  if (!raw) return { ...line, added: 0, outcome: 'gone', reason: 'product_not_found' }
  const size = sizes(raw, 'az').find(({ id }) => id === sizeId)
  const isReplaced = sizeId !== undefined && !size
  const left = size?.stock ?? raw.stock
  if (left === 0) return { ...line, added: 0, outcome: 'gone', reason: 'out_of_stock' }
  const target = { productId, ...(size && { sizeId: size.id }) }
  const existingCount = countOf(target)
  const added = Math.max(0, Math.min(count, left - existingCount))
  if (added > 0) setLine(target, existingCount + added)
  if (isReplaced) return { ...line, added, outcome: 'replaced', reason: 'size_not_found' }
  return added < count ? { ...line, added, outcome: 'shortened', reason: 'not_enough_stock' } : { ...line, added, outcome: 'added' }
}

/** A repeated request with the same key and cart gets the first result. */
export async function mergeResponse(request: MockRequest<Body<'/cart/merge', 'post'>>['request']) {
  const refusal = refuse(request)
  if (refusal) return refusal
  const key = request.headers.get('idempotency-key') ?? ''
  const sent = await request.json()
  const body = JSON.stringify(sent)
  const previous = state.merges.get(key)
  if (previous && previous.body !== body) return problem(409, 'idempotency_key_reused', 'Bu açar artıq istifadə olunub')
  const lines = previous?.lines ?? sent.lines.map(mergeLine)
  state.merges.set(key, { body, lines })
  return ok({ cart: cart(localeOf(request)), lines })
}

export const cartHandlers = [
  on('post', '/cart/merge', ({ request }) => mergeResponse(request)),
  on('get', '/cart/all', ({ request }) => refuse(request) ?? ok(cart(localeOf(request)))),
  on('get', '/cart/counts', ({ request }) => {
    const cartCount = state.cart.reduce((sum, { count }) => sum + count, 0)
    return refuse(request) ?? ok({ cartCount, favCount: state.liked.size })
  }),
  on(
    'post',
    '/cart/add',
    changeCart((body) => setLine(body, countOf(body) + (body.count ?? 1))),
  ),
  on(
    'post',
    '/cart/update',
    changeCart((body) => setLine(body, body.count ?? 1)),
  ),
  on(
    'post',
    '/cart/remove',
    changeCart(({ productId, sizeId }) => {
      state.cart = state.cart.filter((line) => line.productId !== productId || (sizeId !== undefined && line.sizeId !== sizeId))
    }),
  ),
  on(
    'post',
    '/cart/clear',
    changeCart(() => {
      state.cart = []
    }),
  ),
]
