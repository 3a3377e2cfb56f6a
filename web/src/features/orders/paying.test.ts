import { expect, it } from 'vitest'
import type { Order } from '~shared/api/types'
import { standingOf } from './rules'

const order = (paymentStatus: Order['paymentStatus'], canPay: boolean, paymentMethod: Order['paymentMethod'] = 'card') =>
  ({ paymentStatus, canPay, paymentMethod }) as Order

it.each([
  ['pending', true, 'asking', 'due'],
  ['unpaid', true, 'asking', 'due'],
  ['paid', false, 'paid', 'nothing'],
  ['failed', true, 'failed', 'failed'],
  // The time to pay is over: what there is to say, the order's status says.
  ['failed', false, 'nothing', 'nothing'],
  ['refunded', false, 'nothing', 'nothing'],
] as const)('%s, can be paid: %s, back from the bank: %s, otherwise: %s', (status, canPay, back, otherwise) => {
  expect(standingOf(order(status, canPay), true)).toBe(back)
  expect(standingOf(order(status, canPay), false)).toBe(otherwise)
})

it('cash waits for the door', () => expect(standingOf(order('unpaid', true, 'cash'), true)).toBe('nothing'))
