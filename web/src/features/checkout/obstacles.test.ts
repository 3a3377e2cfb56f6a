import { describe, expect, it } from 'vitest'
import { card, products } from '~mock/catalogue'
import { t } from '~mock/in-shop'
import type { CartItem } from '~shared/api/types'
import { money } from '~shared/i18n/format'
import { changesBetween, changeText } from './cart-changes'
import { isMissingChoice, sectionOf, obstacleOf } from './obstacles'

const mockProduct = products[0]
if (!mockProduct) throw new Error('the mock has no products')
const line: CartItem = {
  productId: mockProduct.id,
  product: card(mockProduct, 'az', new Set()),
  count: 3,
  available: 2,
  unitPrice: mockProduct.price,
  lineTotal: mockProduct.price * 3,
  promoDiscount: 0,
}
const name = mockProduct.name.az

describe('a problem belongs to the section that can fix it', () => {
  it.each([
    ['address_outside_zones', 'address'],
    ['delivery_slot_full', 'delivery'],
    ['promo_not_found', 'promo'],
    ['installment_below_minimum', 'payment'],
    ['recipient_required', 'recipient'],
    ['order_below_minimum', 'basket'],
    ['out_of_stock', 'basket'],
    // Unknown to this page.
    ['something_new', 'basket'],
  ] as const)('%s: %s', (code, section) => expect(sectionOf(code)).toBe(section))

  it('a missing choice of the checkout is not reported at first, a missing size is', () => {
    expect(isMissingChoice({ code: 'address_required' })).toBe(true)
    expect(isMissingChoice({ code: 'size_required' })).toBe(false)
  })
})

describe('the text of a problem', () => {
  const textOf = (problem: Parameters<typeof obstacleOf>[1]) => obstacleOf(t, problem, [line]).text
  it('names the product and the units left', () =>
    expect(textOf({ code: 'not_enough_stock', productId: mockProduct.id, available: 1 })).toBe(
      `${name}: ${t('cart.problem.not_enough_stock', { count: 1 })}`,
    ))
  it('shows the missing amount', () =>
    expect(textOf({ code: 'order_below_minimum', missing: 500 })).toBe(t('checkout.minimum', { price: money(500) })))
  it('explains why a code does not apply', () =>
    expect(textOf({ code: 'promo_not_applicable', reason: 'used_by_you' })).toBe(t('cart.promo.reason.used_by_you')))
  it('uses the server’s text for other codes', () =>
    expect(textOf({ code: 'address_not_found' })).toBe(t('errors.address_not_found.detail')))
  it('is generic for an unknown code', () => expect(textOf({ code: 'something_new' })).toBe(t('common.failure.unknown')))
})

describe('a change names the line and both values', () => {
  it.each([
    [{ code: 'gone', productId: mockProduct.id }, t('checkout.change.gone', { name })],
    [
      { code: 'price', productId: mockProduct.id, was: 100, is: 200 },
      t('checkout.change.price', { name, was: money(100), is: money(200) }),
    ],
    [{ code: 'stock', productId: mockProduct.id, is: 0 }, t('checkout.change.soldOut', { name })],
    [{ code: 'delivery', was: 0, is: 400 }, t('checkout.change.delivery', { was: money(0), is: money(400) })],
    [{ code: 'delivery', was: 400 }, t('checkout.change.slot')],
    [{ code: 'promo', was: 400, is: 0 }, t('checkout.change.promoGone')],
    [{ code: 'something_new' }, t('errors.cart_changed.detail')],
    [{ code: 'total', was: 1, is: 2 }, t('checkout.change.total', { was: money(1), is: money(2) })],
  ])('%j', (change, text) => expect(changeText(t, change, [line])).toBe(text))
})

describe('the differences to the shown cart', () => {
  const shown = { lines: [line], promoDiscount: 0, deliveryFee: 0, total: line.lineTotal }
  const otherSize = { ...line, sizeId: 4 }
  it('are empty for an equal cart', () => expect(changesBetween(shown, shown)).toEqual([]))
  it('contain added and removed lines', () =>
    expect(changesBetween(shown, { ...shown, lines: [otherSize] })).toEqual([
      { code: 'gone', productId: mockProduct.id },
      { code: 'new', productId: mockProduct.id, sizeId: 4 },
    ]))
  it('contain changed counts, prices and sums', () =>
    expect(changesBetween(shown, { lines: [{ ...line, count: 2, unitPrice: 1 }], promoDiscount: 5, deliveryFee: 400, total: 397 })).toEqual(
      [
        { code: 'count', productId: mockProduct.id, was: 3, is: 2 },
        { code: 'price', productId: mockProduct.id, was: mockProduct.price, is: 1 },
        { code: 'promo', was: 0, is: 5 },
        { code: 'delivery', was: 0, is: 400 },
        { code: 'total', was: mockProduct.price * 3, is: 397 },
      ],
    ))
})
