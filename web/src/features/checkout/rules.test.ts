import { describe, expect, it } from 'vitest'
import type { Address } from '~shared/api/types'
import { isPromoLongEnough } from '~shared/features/checkout/promo'
import { type Precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { addressOf, checkRequestOf, feeOf, orderRequestOf, MAX_CARD_LENGTH, clientErrors } from './rules'

const noChoices = usePrecheckout.getInitialState()

describe('validation on the client', () => {
  it('finds nothing at first', () => expect(clientErrors(noChoices)).toEqual({}))
  it('finds all missing fields of another recipient', () =>
    expect(clientErrors({ ...noChoices, recipientType: 'other' })).toEqual({
      'recipient.firstName': 'required',
      'recipient.lastName': 'required',
      'recipient.phoneNumber': 'required',
    }))
  it('finds an invalid phone number', () => {
    const recipient = { firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '12' }
    expect(clientErrors({ ...noChoices, recipientType: 'other', recipient })).toEqual({ 'recipient.phoneNumber': 'invalid_phone' })
    expect(clientErrors({ ...noChoices, recipientType: 'self', recipient }), 'a recipient is not needed').toEqual({})
  })
  it('finds a missing instalment plan', () =>
    expect(clientErrors({ ...noChoices, paymentMethod: 'installment' })).toEqual({ months: 'required' }))
  it('finds a card text that is too long', () =>
    expect(clientErrors({ ...noChoices, cardText: 'ə'.repeat(MAX_CARD_LENGTH + 1) })).toEqual({ cardText: 'too_long' }))
})

it.each([
  ['NOVRU', false],
  ['NOV RU', false],
  ['novruz', true],
  [' ÇƏRŞƏN ', true],
])('“%s” is long enough for a promo code: %s', (typed, isEnough) => expect(isPromoLongEnough(typed)).toBe(isEnough))

describe('a slot', () => {
  const evening = { fee: 400, surcharge: 100 }
  // The goods cost 5000 qəpik.
  const cart = { subtotal: 6000, discount: 1000 }
  it('costs only its surcharge when delivery is free', () => expect(feeOf(evening, 5000, cart)).toBe(100))
  it('costs its full fee below the threshold', () => expect(feeOf(evening, 5001, cart)).toBe(400))
  it('costs its full fee when delivery is never free', () => expect(feeOf(evening, undefined, cart)).toBe(400))
  it('costs nothing with a code for free delivery', () =>
    expect(feeOf(evening, undefined, { ...cart, promo: { code: 'PULSUZ', kind: 'free_delivery', discount: 400 } })).toBe(0))
})

const choices = (change: Partial<Precheckout>): Precheckout => ({ ...noChoices, ...change })
const home: Address = { id: 1, title: 'Ev', type: 'home', cityId: 1, cityName: 'Bakı', street: 'Nizami', building: '1', isDefault: false }
const office: Address = { ...home, id: 2, title: 'İş', isDefault: true }

describe('the address', () => {
  it('is the chosen one', () => expect(addressOf({ addressId: 1 }, [home, office])).toBe(home))
  it('is the default one unless another is chosen', () => expect(addressOf({ addressId: null }, [home, office])).toBe(office))
  it('is another one when the chosen one was removed', () => expect(addressOf({ addressId: 9 }, [home])).toBe(home))
  it('is missing without any', () => expect(addressOf({ addressId: 1 }, [])).toBeUndefined())
})

describe('the check', () => {
  it('is for a card by default', () => expect(checkRequestOf(noChoices, undefined)).toEqual({ paymentMethod: 'card' }))
  it('contains instalments once the number of months is known', () => {
    expect(checkRequestOf(choices({ paymentMethod: 'installment' }), home)).toEqual({ addressId: 1 })
    expect(checkRequestOf(choices({ paymentMethod: 'installment', months: 6 }), home)).toEqual({
      addressId: 1,
      paymentMethod: 'installment',
      months: 6,
    })
  })
  it('drops the plan of another payment method', () =>
    expect(checkRequestOf(choices({ paymentMethod: 'cash', months: 6 }), undefined)).toEqual({ paymentMethod: 'cash' }))
})

describe('the order', () => {
  it('is for the shopper by default', () => {
    const recipient = { firstName: ' Nigar ', lastName: 'Əliyeva', phoneNumber: '050 123 45 67' }
    expect(orderRequestOf(choices({ recipient }), home)).toEqual({ addressId: 1, paymentMethod: 'card', recipientType: 'self' })
    expect(orderRequestOf(choices({ recipientType: 'other', recipient }), home).recipient).toEqual({ ...recipient, firstName: 'Nigar' })
  })
  it('leaves out empty texts', () => {
    const { note, cardText } = orderRequestOf(choices({ note: '  ', cardText: ' Ad günün mübarək! ' }), home)
    expect([note, cardText]).toEqual([undefined, 'Ad günün mübarək!'])
  })
})
