// Baku has districts and metro stations, Ganja has neither.

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Address, Place } from '~shared/api/types'
import { type AddressForm, EMPTY, toFormValues, toRequest, linesOf, schemaFor } from './rules'

const baku: Place = { id: 1, name: 'Bakı', hasDistricts: true, hasStations: true }
const ganja: Place = { id: 2, name: 'Gəncə', hasDistricts: false, hasStations: false }
const validForm: AddressForm = { ...EMPTY, title: 'Ev', cityId: '2', street: 'Nizami küçəsi', building: '10A' }

const errorsOf = (change: Partial<AddressForm>) => {
  const { issues = [] } = v.safeParse(schemaFor([baku, ganja]), { ...validForm, ...change })
  return Object.fromEntries(issues.map(({ path, message }) => [path?.[0].key, message]))
}

describe('an address', () => {
  it('is valid with the fields that a courier needs', () => expect(errorsOf({})).toEqual({}))
  it('reports all missing fields at once', () =>
    expect(errorsOf({ title: ' ', cityId: '', street: '', building: '' })).toEqual({
      title: 'required',
      cityId: 'required',
      street: 'required',
      building: 'required',
    }))
  it('requires a district where the city has some', () => {
    expect(errorsOf({ cityId: '1' })).toEqual({ districtId: 'required' })
    expect(errorsOf({ cityId: '1', districtId: '7' })).toEqual({})
  })
  it.each(['1000', 'AZ1000', 'AZ 1000', 'az1000', ''])('accepts the postcode “%s”', (postcode) =>
    expect(errorsOf({ postcode })).toEqual({}),
  )
  it.each(['100', '10000', 'RU1000', 'abcd'])('refuses the postcode “%s”', (postcode) =>
    expect(errorsOf({ postcode })).toEqual({ postcode: 'invalid_postcode' }),
  )
  it('refuses an invalid phone number', () => expect(errorsOf({ phoneNumber: '12' })).toEqual({ phoneNumber: 'invalid_phone' }))
  it('has a maximum length', () =>
    expect(errorsOf({ note: 'a'.repeat(501), title: 'b'.repeat(61) })).toEqual({ note: 'too_long', title: 'too_long' }))
})

const storedAddress: Address = {
  id: 9,
  title: 'Ev',
  type: 'home',
  cityId: 1,
  cityName: 'Bakı',
  districtId: 7,
  districtName: 'Nəsimi',
  street: 'Nizami küçəsi',
  building: '10A',
  floor: '3',
  postcode: '1000',
  isDefault: true,
}

it('a stored address is sent unchanged when the form changes nothing', () => {
  const { id: _id, cityName: _city, districtName: _district, ...sent } = storedAddress
  expect(toRequest(toFormValues(storedAddress))).toEqual(sent)
})

it('an address is formatted as on an envelope', () => {
  expect(linesOf(storedAddress)).toEqual(['Nizami küçəsi, 10A', 'Nəsimi, Bakı, AZ1000'])
})
