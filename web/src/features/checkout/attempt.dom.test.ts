import { expect, it } from 'vitest'
import { attempts, type Order } from './use-place-order'

const order: Order = { quote: 'q1', addressId: 1, paymentMethod: 'cash', recipientType: 'self' }
let made = 0
const newKey = () => `key-${(made += 1)}`
const begin = (change: Partial<Order> = {}, user = 7) => attempts.begin(user, { ...order, ...change }, newKey)

it('an unanswered order is sent again unchanged, even under a newer quote', () => {
  const first = begin()
  expect(begin({ quote: 'q2' })).toEqual(first)
  expect(attempts.pending(7)).toEqual(first)
})

it('another order gets another key', () => {
  const first = begin()
  expect(begin({ note: 'Zəng edin' }).key).not.toBe(first.key)
})

it('the same order gets another key after an answer, and for another account', () => {
  const first = begin()
  expect(begin({}, 8).key).not.toBe(first.key)
  attempts.discard(7)
  expect(attempts.pending(7)).toBeNull()
  expect(begin().key).not.toBe(first.key)
})
