import { expect, it } from 'vitest'
import type { Order } from '~shared/api/types'
import { paymentStateOf } from './rules'

const orderWithPayment = (paymentStatus: Order['paymentStatus'], canPay: boolean, paymentMethod: Order['paymentMethod'] = 'card') =>
  ({ paymentStatus, canPay, paymentMethod }) as Order

it.each([
  ['pending', true, 'asking', 'due'],
  ['unpaid', true, 'asking', 'due'],
  ['paid', false, 'paid', 'nothing'],
  ['failed', true, 'failed', 'failed'],
  // The payment deadline has passed, which the order's status says already.
  ['failed', false, 'nothing', 'nothing'],
  ['refunded', false, 'nothing', 'nothing'],
] as const)('payment %s, can be paid: %s, back from the bank: %s, otherwise: %s', (status, canPay, back, otherwise) => {
  expect(paymentStateOf(orderWithPayment(status, canPay), true)).toBe(back)
  expect(paymentStateOf(orderWithPayment(status, canPay), false)).toBe(otherwise)
})

it('a cash order has nothing to pay', () => expect(paymentStateOf(orderWithPayment('unpaid', true, 'cash'), true)).toBe('nothing'))
