import { describe, expect, it } from 'vitest'
import type { Order, OrderLine, Refund } from '~shared/api/types'
import { allReturnable, amountOf, bonusesOf, lastReturnDay, linesOf, returnableCount } from './refund-rules'

/** Three units for 1000 qəpik. */
const line = (overrides: Partial<OrderLine> = {}) =>
  ({ id: 1, count: 3, lineTotal: 1000, promoDiscount: 0, bonusAmount: 0, refundedCount: 0, ...overrides }) as OrderLine
const order = (lines: OrderLine[], refunds: Partial<Refund>[] = []) => ({ lines, refunds, amounts: { deliveryFee: 500 } }) as Order
const refundOf = (count: number, status: Refund['status'] = 'requested'): Partial<Refund> => ({ status, lines: [{ lineId: 1, count }] })

/** The refunds before each of the three units is returned. */
const EARLIER_REFUNDS = [[], [refundOf(1)], [refundOf(1), refundOf(1, 'approved')]]

describe('the returnable units', () => {
  it('exclude units of requested and paid refunds', () => {
    expect(returnableCount(order([], [refundOf(1), refundOf(1, 'paid')]), line({ refundedCount: 1 }))).toBe(1)
  })

  it('include units whose refund was refused', () => expect(returnableCount(order([], [refundOf(1, 'refused')]), line())).toBe(3))
})

describe('the refund', () => {
  const otherLine = line({ id: 2, count: 1 })

  it('of single units adds up to the price of the line', () => {
    const amounts = EARLIER_REFUNDS.map((before) => amountOf(order([line(), otherLine], before), { 1: 1 }))
    expect(amounts).toEqual([333, 334, 333])
    expect(amountOf(order([line(), otherLine]), { 1: 3 })).toBe(1000)
  })

  it('excludes the discount of a promo code', () => expect(amountOf(order([line({ promoDiscount: 100 }), otherLine]), { 1: 3 })).toBe(900))

  it('is split into money and bonuses, each to the qəpik', () => {
    // 800 of the 1000 qəpik were paid in money.
    const paid = line({ bonusAmount: 200 })
    const parts = EARLIER_REFUNDS.map((before) => {
      const refunded = order([paid, otherLine], before)
      return [amountOf(refunded, { 1: 1 }), bonusesOf(refunded, { 1: 1 })]
    })
    expect(parts).toEqual([
      [267, 67],
      [266, 66],
      [267, 67],
    ])
  })

  it('includes the delivery once nothing is left', () => {
    const [goods, delivery] = [1000, 500]
    expect(amountOf(order([line(), otherLine]), { 1: 3, 2: 1 })).toBe(2 * goods + delivery)
    expect(amountOf(order([line(), otherLine], [refundOf(3, 'paid')]), { 2: 1 })).toBe(goods + delivery)
    expect(amountOf(order([line(), otherLine]), allReturnable(order([line(), otherLine]), 'faulty'))).toBe(2 * goods + delivery)
  })
})

it('contains only the chosen lines', () => expect(linesOf({ 1: 2, 2: 0 })).toEqual([{ lineId: 1, count: 2 }]))

describe('returning goods that are not faulty', () => {
  const flowers = line({ id: 2, count: 1, returnException: 'perishable' })

  it('skips lines with a return exception', () => {
    const mixed = order([line(), flowers])
    expect(allReturnable(mixed, 'changed_mind')).toEqual({ 1: 3 })
    expect(allReturnable(mixed, 'faulty')).toEqual({ 1: 3, 2: 1 })
    expect(amountOf(mixed, allReturnable(mixed, 'changed_mind'))).toBe(1000)
  })

  it('is possible until the end of the last day', () => {
    const until = { returnUntil: '2026-12-09T20:00:00Z' }
    expect(lastReturnDay(until, Date.parse('2026-12-09T19:59:59Z'))).toEqual({ day: '2026-12-09T19:59:59.000Z', isOver: false })
    expect(lastReturnDay(until, Date.parse('2026-12-09T20:00:00Z')).isOver).toBe(true)
    expect(lastReturnDay({}, 0)).toEqual({ isOver: true })
  })
})
