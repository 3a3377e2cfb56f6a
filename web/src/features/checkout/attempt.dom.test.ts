// Tests of the idempotency keys of orders.

import { expect, it } from 'vitest'
import { attempts, type Order } from './order-attempts'

const order: Order = { quote: 'q1', addressId: 1, paymentMethod: 'cash', recipientType: 'self' }
const [USER, OTHER_USER] = [7, 8]
let keyCount = 0
const newKey = () => `key-${(keyCount += 1)}`
const begin = (change: Partial<Order> = {}, user = USER) => attempts.begin(user, { ...order, ...change }, newKey)

it('an order without a response is sent again unchanged, even under a newer quote', () => {
  const first = begin()
  expect(begin({ quote: 'q2' })).toEqual(first)
  expect(attempts.pending(USER)).toEqual(first)
})

it('another order gets another key', () => {
  const first = begin()
  expect(begin({ note: 'Zəng edin' }).key).not.toBe(first.key)
})

it('the same order gets another key after a response, and for another account', () => {
  const first = begin()
  expect(begin({}, OTHER_USER).key).not.toBe(first.key)
  attempts.discard(USER)
  expect(attempts.pending(USER)).toBeNull()
  expect(begin().key).not.toBe(first.key)
})
