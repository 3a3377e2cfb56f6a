import { describe, expect, it } from 'vitest'
import { isPromoLongEnough } from '~shared/features/checkout/promo'
import { feeOf, LONGEST_CARD, wrongOf } from './rules'
import { usePrecheckout } from '~shared/features/checkout/store'

const nothing = usePrecheckout.getInitialState()

describe('what can be seen to be wrong', () => {
  it('is nothing at first', () => expect(wrongOf(nothing)).toEqual({}))
  it('is everything of somebody else that is missing', () =>
    expect(wrongOf({ ...nothing, recipientType: 'other' })).toEqual({
      'recipient.firstName': 'required',
      'recipient.lastName': 'required',
      'recipient.phoneNumber': 'required',
    }))
  it('is a number that is none', () => {
    const recipient = { firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '12' }
    expect(wrongOf({ ...nothing, recipientType: 'other', recipient })).toEqual({ 'recipient.phoneNumber': 'invalid_phone' })
    expect(wrongOf({ ...nothing, recipientType: 'self', recipient }), 'of nobody').toEqual({})
  })
  it('is a plan without its months', () => expect(wrongOf({ ...nothing, paymentMethod: 'installment' })).toEqual({ months: 'required' }))
  it('is a card that is too full', () =>
    expect(wrongOf({ ...nothing, cardText: 'ə'.repeat(LONGEST_CARD + 1) })).toEqual({ cardText: 'too_long' }))
})

it.each([
  ['NOVRU', false],
  ['NOV RU', false],
  ['novruz', true],
  [' ÇƏRŞƏN ', true],
])('a code as long as “%s”', (typed, isEnough) => expect(isPromoLongEnough(typed)).toBe(isEnough))

describe('a slot', () => {
  const evening = { fee: 400, surcharge: 100 }
  const cart = { subtotal: 6000, discount: 1000 }
  it('costs its surcharge where the way is free', () => expect(feeOf(evening, 5000, cart)).toBe(100))
  it('costs all of it below that', () => expect(feeOf(evening, 5001, cart)).toBe(400))
  it('costs all of it where no way is free', () => expect(feeOf(evening, undefined, cart)).toBe(400))
  it('costs nothing with a code for it', () =>
    expect(feeOf(evening, undefined, { ...cart, promo: { code: 'PULSUZ', kind: 'free_delivery', discount: 400 } })).toBe(0))
})
