import { expect, it } from 'vitest'
import { longestOf, paymentsOf } from './plan'

it.each([
  [10_000, 3, { monthly: 3334, last: 3332 }],
  [10_000, 24, { monthly: 417, last: 409 }],
  [6000, 3, { monthly: 2000, last: 2000 }],
])('%d qəpik over %d months adds up to the qəpik', (price, months, payments) => {
  expect(paymentsOf(price, months)).toEqual(payments)
  expect(payments.monthly * (months - 1) + payments.last).toBe(price)
})

it('the longest plan has the lowest payment, whatever the order', () => {
  const plans = [6, 24, 3].map((months) => ({ months, monthly: paymentsOf(10_000, months).monthly }))
  expect(longestOf(plans)).toEqual({ months: 24, monthly: 417 })
  expect(longestOf([])).toBeUndefined()
})
