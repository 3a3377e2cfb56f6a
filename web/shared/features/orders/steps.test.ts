import { describe, expect, it } from 'vitest'
import type { Order, OrderStatus } from '~shared/api/types'
import { isAtRest, STEPS, stepsOf } from './steps'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`
const order = (status: OrderStatus, passed: OrderStatus[], more: Partial<Order> = {}) =>
  ({
    status,
    statusHistory: passed.map((one, minute) => ({ status: one, at: at(minute) })),
    paymentStatus: 'paid',
    refunds: [],
    ...more,
  }) as unknown as Order

describe('the way of an order', () => {
  it('has seven steps, with times up to where it is', () => {
    const steps = stepsOf(order('searching_courier', ['waiting', 'confirmed', 'searching_courier']))
    expect(steps.map(({ status }) => status)).toEqual(STEPS)
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'now', 'ahead', 'ahead', 'ahead', 'ahead'])
    expect(steps.map((step) => step.at)).toEqual([at(0), at(1), at(2), undefined, undefined, undefined, undefined])
  })

  it('is all done once it was delivered', () => {
    expect(new Set(stepsOf(order('delivered', STEPS)).map(({ state }) => state))).toEqual(new Set(['done']))
  })

  it('goes back to the search when a courier falls out, and forgets that one', () => {
    const steps = stepsOf(
      order('searching_courier', ['waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'searching_courier']),
    )
    expect(steps[2]).toEqual({ status: 'searching_courier', state: 'now', at: at(4) })
    expect(steps[3]).toEqual({ status: 'courier_appointed', state: 'ahead' })
  })

  it('of a cancelled one ends where it ended, and says why', () => {
    const cancelled = order('cancelled', ['waiting', 'confirmed'])
    cancelled.statusHistory.push({ status: 'cancelled', at: at(5), reason: 'too late' })
    expect(stepsOf(cancelled).map(({ status, state, reason }) => [status, state, reason])).toEqual([
      ['waiting', 'done', undefined],
      ['confirmed', 'done', undefined],
      ['cancelled', 'now', 'too late'],
    ])
  })

  it('leaves out what happened to one store’s part', () => {
    const split = order('confirmed', ['waiting', 'confirmed'])
    split.statusHistory.push({ status: 'confirmed', at: at(9), storeId: 4 })
    expect(stepsOf(split)[1]?.at).toBe(at(1))
  })
})

describe('an order is at rest', () => {
  it.each([
    ['delivered', 'paid', true],
    ['on_the_way', 'paid', false],
    ['cancelled', 'refunded', true],
    ['cancelled', 'pending', false],
    // Cancelled with a refund under way.
    ['cancelled', 'paid', false],
    ['cancelled', 'unpaid', true],
  ] as const)('%s, %s: %s', (status, paymentStatus, rests) => expect(isAtRest(order(status, [status], { paymentStatus }))).toBe(rests))

  it('not while money is asked back', () => {
    const refunds = [{ status: 'requested' }] as Order['refunds']
    expect(isAtRest(order('delivered', STEPS, { refunds }))).toBe(false)
  })
})
