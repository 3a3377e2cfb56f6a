import { describe, expect, it } from 'vitest'
import { card, products, sizes } from '~mock/catalogue'
import { t } from '~mock/in-shop'
import type { CartChange, CartItem, CartProblem } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import type { PhoneLine } from './lines'
import { changeText, joined, problemText } from './texts'

const raw = products.find((product) => product.sizes?.length)
const size = raw && sizes(raw, 'az')[0]
if (!raw || !size) throw new Error('the mock needs a product with sizes')
const productId = raw.id
const sizeId = size.id
const name = `${raw.name.az}, ${size.name}`

const line: CartItem = {
  productId,
  sizeId,
  product: card(raw, 'az', new Set()),
  size,
  count: 3,
  available: 2,
  unitPrice: size.price,
  lineTotal: size.price * 3,
  promoDiscount: 0,
}
const typedLine: PhoneLine = { key: 'a', productId, name: raw.name.az, hasSizes: true, sizeId: String(sizeId), count: '3' }
/** No longer sold, so the server does not name it. */
const GONE = 999_001
const goneLine: CartItem = { productId: GONE, count: 1, available: 0, unitPrice: 0, lineTotal: 0, promoDiscount: 0 }
const typed: PhoneLine[] = [typedLine, { ...typedLine, key: 'b', productId: GONE, name: 'Köhnə vaz', hasSizes: false, sizeId: '' }]

describe('the text of a problem', () => {
  it.each<[CartProblem, string]>([
    [{ code: 'not_enough_stock', productId, sizeId, available: 1 }, `${name}: ${t('cart.problem.not_enough_stock', { count: 1 })}`],
    [{ code: 'product_not_found', productId: GONE }, `Köhnə vaz: ${t('cart.problem.product_not_found')}`],
    [{ code: 'product_not_found', productId: 999_002 }, `${t('cart.gone')}: ${t('errors.product_not_found.detail')}`],
    [{ code: 'order_below_minimum', missing: 500 }, t('checkout.minimum', { price: money(500) })],
    [{ code: 'promo_not_found' }, t('cart.promo.notFound')],
    [{ code: 'promo_not_applicable', reason: 'ended' }, t('cart.promo.reason.ended')],
    [{ code: 'promo_not_applicable', reason: 'used_by_you' }, t('admin.phone.promo.used_by_you')],
    [{ code: 'promo_not_applicable', reason: 'needs_account' }, t('admin.phone.promo.needs_account')],
    [{ code: 'customer_blocked' }, t('errors.customer_blocked.detail')],
    [{ code: 'something_new' }, t('common.failure.unknown')],
  ])('%j', (problem, text) => expect(problemText(t, problem, [line, goneLine], typed)).toBe(text))
})

describe('the text of a change', () => {
  it.each<[CartChange, string]>([
    [{ code: 'gone', productId: GONE }, t('checkout.change.gone', { name: 'Köhnə vaz' })],
    [{ code: 'new', productId, sizeId }, t('checkout.change.new', { name })],
    [{ code: 'count', productId, sizeId, was: 2, is: 3 }, t('checkout.change.count', { name, was: 2, is: 3 })],
    [{ code: 'price', productId, sizeId, was: 100, is: 200 }, t('checkout.change.price', { name, was: money(100), is: money(200) })],
    [{ code: 'price', productId, was: 100, is: 200 }, t('checkout.change.price', { name: raw.name.az, was: money(100), is: money(200) })],
    [{ code: 'stock', productId, sizeId, is: 2 }, t('checkout.change.stock', { name, count: 2 })],
    [{ code: 'stock', productId, sizeId, is: 0 }, t('checkout.change.soldOut', { name })],
    [{ code: 'promo', was: 400, is: 300 }, t('checkout.change.promo', { was: money(400), is: money(300) })],
    [{ code: 'promo', was: 400, is: 0 }, t('checkout.change.promoGone')],
    [{ code: 'delivery', was: 0, is: 400 }, t('checkout.change.delivery', { was: money(0), is: money(400) })],
    [{ code: 'delivery', was: 400 }, t('checkout.change.slot')],
    [{ code: 'payment' }, t('checkout.change.payment')],
    [{ code: 'total', was: 1, is: 2 }, t('checkout.change.total', { was: money(1), is: money(2) })],
    [{ code: 'something_new' }, t('errors.cart_changed.detail')],
  ])('%j', (change, text) => expect(changeText(t, change, [line], typed)).toBe(text))
})

it('joined sentences have no full stops', () => {
  expect(joined(['Vaxtı bitib.', 'Yalnız 1 ədəd qalıb'])).toBe('Vaxtı bitib; Yalnız 1 ədəd qalıb')
})
