import { describe, expect, it } from 'vitest'
import type { Order, OrderStatus } from '~shared/api/types'
import { isSettledOrder, STEPS, stepsOf } from './steps'

const timeAt = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`
/** `passed` are the earlier statuses, one minute apart. */
const order = (status: OrderStatus, passed: OrderStatus[], overrides: Partial<Order> = {}) =>
  ({
    status,
    statusHistory: passed.map((status, minute) => ({ status, at: timeAt(minute) })),
    paymentStatus: 'paid',
    refunds: [],
    ...overrides,
  }) as unknown as Order

describe('the steps of an order', () => {
  it('are seven, with times up to the current one', () => {
    const steps = stepsOf(order('searching_courier', ['waiting', 'confirmed', 'searching_courier']))
    expect(steps.map(({ status }) => status)).toEqual(STEPS)
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'now', 'ahead', 'ahead', 'ahead', 'ahead'])
    expect(steps.map((step) => step.at)).toEqual([timeAt(0), timeAt(1), timeAt(2), undefined, undefined, undefined, undefined])
  })

  it('are all done after delivery', () => {
    expect(new Set(stepsOf(order('delivered', STEPS)).map(({ state }) => state))).toEqual(new Set(['done']))
  })

  it('return to the search when a courier cancels, and the appointment loses its time', () => {
    const steps = stepsOf(
      order('searching_courier', ['waiting', 'confirmed', 'searching_courier', 'courier_appointed', 'searching_courier']),
    )
    expect(steps[2]).toEqual({ status: 'searching_courier', state: 'now', at: timeAt(4) })
    expect(steps[3]).toEqual({ status: 'courier_appointed', state: 'ahead' })
  })

  it('end at the cancellation with its reason', () => {
    const cancelled = order('cancelled', ['waiting', 'confirmed'])
    cancelled.statusHistory.push({ status: 'cancelled', at: timeAt(5), reason: 'too late' })
    expect(stepsOf(cancelled).map(({ status, state, reason }) => [status, state, reason])).toEqual([
      ['waiting', 'done', undefined],
      ['confirmed', 'done', undefined],
      ['cancelled', 'now', 'too late'],
    ])
  })

  it("leave out changes of a store's part", () => {
    const split = order('confirmed', ['waiting', 'confirmed'])
    split.statusHistory.push({ status: 'confirmed', at: timeAt(9), storeId: 4 })
    expect(stepsOf(split)[1]?.at).toBe(timeAt(1))
  })
})

describe('an order is settled', () => {
  it.each([
    ['delivered', 'paid', true],
    ['on_the_way', 'paid', false],
    ['cancelled', 'refunded', true],
    ['cancelled', 'pending', false],
    // A refund is under way.
    ['cancelled', 'paid', false],
    ['cancelled', 'unpaid', true],
  ] as const)('%s, %s: %s', (status, paymentStatus, isSettled) =>
    expect(isSettledOrder(order(status, [status], { paymentStatus }))).toBe(isSettled),
  )

  it('not while a refund is requested', () => {
    const refunds = [{ status: 'requested' }] as Order['refunds']
    expect(isSettledOrder(order('delivered', STEPS, { refunds }))).toBe(false)
  })
})
