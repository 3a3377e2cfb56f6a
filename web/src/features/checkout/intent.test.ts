import { describe, expect, it } from 'vitest'
import type { Address } from '~shared/api/types'
import { addressOf, askedOf, intentOf } from './rules'
import { type Precheckout, usePrecheckout } from '~shared/features/checkout/store'

const nothing = usePrecheckout.getInitialState()
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
