import { describe, expect, it } from 'vitest'
import type { Order, OrderLine, Refund } from '~/api/types'
import { amountOf, amountOfRest, left, linesOf } from './refunding'

const line = (more: Partial<OrderLine>) => ({ id: 1, count: 3, lineTotal: 1000, promoDiscount: 0, refundedCount: 0, ...more }) as OrderLine
const order = (lines: OrderLine[], refunds: Partial<Refund>[] = [], refunded = 0) =>
  ({ lines, refunds, amounts: { total: 1500, refunded } }) as Order

describe('what may still be given back', () => {
  it('is what nobody has asked for yet', () => {
    const waiting: Partial<Refund> = { status: 'requested', lines: [{ lineId: 1, count: 1 }], amount: 333 }
    expect(left(order([], [waiting]), line({ refundedCount: 1 }))).toBe(1)
    expect(left(order([], [{ ...waiting, status: 'refused' }]), line({}))).toBe(3)
  })

  it('is nothing while all of it waits', () => {
    expect(left(order([], [{ status: 'approved', lines: [] }]), line({}))).toBe(0)
  })
})

describe('the amount', () => {
  it('of all units, one after the other, is the line to the qəpik', () => {
    const amounts = [0, 1, 2].map((refundedCount) => amountOf(order([line({ refundedCount })]), { 1: 1 }))
    expect(amounts).toEqual([333, 333, 334])
    expect(amountOf(order([line({})]), { 1: 3 })).toBe(1000)
  })

  it('leaves out what a promo code had paid', () => expect(amountOf(order([line({ promoDiscount: 100 })]), { 1: 3 })).toBe(900))

  it('of the rest is what has neither come back nor been asked for', () => {
    expect(amountOfRest(order([], [{ status: 'requested', lines: [], amount: 200 }], 300))).toBe(1000)
    expect(amountOfRest(order([], [{ status: 'paid', lines: [], amount: 300 }], 300))).toBe(1200)
  })
})

it('names only the lines that were chosen', () => expect(linesOf({ 1: 2, 2: 0 })).toEqual([{ lineId: 1, count: 2 }]))
