import { http } from 'msw'
import type { Cart, CartItem } from '~/api/types'
import type { Locale } from '~/i18n/locale'
import { card, products, sizes } from '../catalogue'
import { state } from '../state'
import { BASE, localeOf, ok, problem, refuse } from './answer'

function cart(locale: Locale): Cart {
  const items = state.cart.flatMap(({ productId, sizeId, count }): CartItem[] => {
    const raw = products.find(({ id }) => id === productId)
    if (!raw) return []
    const size = sizes(raw, locale).find(({ id }) => id === sizeId)
    const unitPrice = size?.price ?? raw.discounted ?? raw.price
    const isSizeMissing = Boolean(raw.sizes?.length) && !size
    return [
      {
        productId,
        ...(sizeId !== undefined && { sizeId }),
        product: card(raw, locale, state.liked),
        ...(size && { size }),
        count,
        available: size?.stock ?? raw.stock,
        unitPrice,
        lineTotal: unitPrice * count,
        promoDiscount: 0,
        ...(isSizeMissing && { problem: 'size_required' }),
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

const changing = (change: (body: Change) => Response | void) =>
  async function answer({ request }: { request: Request }) {
    const refusal = refuse(request)
    if (refusal) return refusal
    return change((await request.json()) as Change) ?? ok(cart(localeOf(request)))
  }

function put({ productId, sizeId }: Change, count: number) {
  const raw = products.find(({ id }) => id === productId)
  const left = sizes(raw ?? products[0]!, 'az').find(({ id }) => id === sizeId)?.stock ?? raw?.stock ?? 0
  if (count > left) return problem(409, 'not_enough_stock', `Yalnız ${left} ədəd qalıb`, { available: left })
  const line = state.cart.find((one) => one.productId === productId && one.sizeId === sizeId)
  if (line) line.count = count
  else state.cart.push({ productId, count, ...(sizeId !== undefined && { sizeId }) })
  return undefined
}

const countOf = ({ productId, sizeId }: Change) =>
  state.cart.find((one) => one.productId === productId && one.sizeId === sizeId)?.count ?? 0

export const cartHandlers = [
  http.get(`${BASE}/cart/all`, ({ request }) => refuse(request) ?? ok(cart(localeOf(request)))),
  http.get(`${BASE}/cart/counts`, ({ request }) => {
    const cartCount = state.cart.reduce((sum, { count }) => sum + count, 0)
    return refuse(request) ?? ok({ cartCount, favCount: state.liked.size })
  }),
  http.post(
    `${BASE}/cart/add`,
    changing((body) => put(body, countOf(body) + (body.count ?? 1))),
  ),
  http.post(
    `${BASE}/cart/update`,
    changing((body) => put(body, body.count ?? 1)),
  ),
  http.post(
    `${BASE}/cart/remove`,
    changing(({ productId, sizeId }) => {
      state.cart = state.cart.filter((line) => line.productId !== productId || (sizeId !== undefined && line.sizeId !== sizeId))
    }),
  ),
  http.post(
    `${BASE}/cart/clear`,
    changing(() => {
      state.cart = []
    }),
  ),
]
