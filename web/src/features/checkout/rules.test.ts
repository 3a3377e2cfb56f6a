import { describe, expect, it } from 'vitest'
import type { Address } from '~shared/api/types'
import { isPromoLongEnough } from '~shared/features/checkout/promo'
import { type Precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { addressOf, askedOf, feeOf, intentOf, LONGEST_CARD, wrongOf } from './rules'

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

const said = (change: Partial<Precheckout>): Precheckout => ({ ...nothing, ...change })
const home: Address = { id: 1, title: 'Ev', type: 'home', cityId: 1, cityName: 'Bakı', street: 'Nizami', building: '1', isDefault: false }
const office: Address = { ...home, id: 2, title: 'İş', isDefault: true }

describe('where it goes', () => {
  it('is the address that was chosen', () => expect(addressOf({ addressId: 1 }, [home, office])).toBe(home))
  it('is the main one until somebody chooses', () => expect(addressOf({ addressId: null }, [home, office])).toBe(office))
  it('is another when the chosen one was removed meanwhile', () => expect(addressOf({ addressId: 9 }, [home])).toBe(home))
  it('is nowhere without any', () => expect(addressOf({ addressId: 1 }, [])).toBeUndefined())
})

describe('what is asked', () => {
  it('is about a card until somebody says otherwise', () => expect(askedOf(nothing, undefined)).toEqual({ paymentMethod: 'card' }))
  it('names instalments once it is known how many', () => {
    expect(askedOf(said({ paymentMethod: 'installment' }), home)).toEqual({ addressId: 1 })
    expect(askedOf(said({ paymentMethod: 'installment', months: 6 }), home)).toEqual({
      addressId: 1,
      paymentMethod: 'installment',
      months: 6,
    })
  })
  it('forgets a plan that is not wanted any more', () =>
    expect(askedOf(said({ paymentMethod: 'cash', months: 6 }), undefined)).toEqual({ paymentMethod: 'cash' }))
})

describe('what is ordered', () => {
  it('is for the shopper unless it is for somebody else', () => {
    const recipient = { firstName: ' Nigar ', lastName: 'Əliyeva', phoneNumber: '050 123 45 67' }
    expect(intentOf(said({ recipient }), home)).toEqual({ addressId: 1, paymentMethod: 'card', recipientType: 'self' })
    expect(intentOf(said({ recipientType: 'other', recipient }), home).recipient).toEqual({ ...recipient, firstName: 'Nigar' })
  })
  it('says nothing where nothing was written', () => {
    const { note, cardText } = intentOf(said({ note: '  ', cardText: ' Ad günün mübarək! ' }), home)
    expect([note, cardText]).toEqual([undefined, 'Ad günün mübarək!'])
  })
})
