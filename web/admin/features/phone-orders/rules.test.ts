import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Place } from '~shared/api/types'
import { addProduct, type PhoneLine, sizesElsewhere } from './lines'
import { draftOf, EMPTY, formFieldOf, formOf, schemaFor, type Values } from './rules'

const line = (changes: Partial<PhoneLine> = {}): PhoneLine => ({
  key: 'a',
  productId: 7,
  name: 'Badam konfeti',
  hasSizes: false,
  sizeId: '',
  count: '2',
  ...changes,
})
const typed = (changes: Partial<Values> = {}): Values => ({ ...EMPTY, lines: [line()], ...changes })

describe('the products', () => {
  it('a product that is added again has one more unit, up to 999', () => {
    const again = { id: 7, name: 'Badam konfeti', hasSizes: false }
    expect(addProduct([line()], again, 'b')).toEqual([line({ count: '3' })])
    expect(addProduct([line({ count: '999' })], again, 'b')).toEqual([line({ count: '999' })])
  })

  it('a product with sizes gets another line once the size of the first one is chosen', () => {
    const product = { id: 7, name: 'Badam konfeti', hasSizes: true }
    const open = line({ hasSizes: true })
    expect(addProduct([open], product, 'b')).toEqual([open])
    const chosen = { ...open, sizeId: '70' }
    const lines = addProduct([chosen], product, 'b')
    expect(lines).toEqual([chosen, line({ key: 'b', hasSizes: true, count: '1' })])
    expect(sizesElsewhere(lines, lines[1] ?? chosen)).toEqual(['70'])
  })
})

describe('the rules', () => {
  const cities: Place[] = [
    { id: 1, name: 'Bakı', hasDistricts: true, hasStations: true },
    { id: 2, name: 'Gəncə', hasDistricts: false, hasStations: false },
  ]
  const complete = (changes: Partial<Values> = {}) =>
    typed({
      customerPhone: '050 123 45 67',
      firstName: 'Aysel',
      lastName: 'Məmmədova',
      cityId: '2',
      street: 'Nizami küçəsi',
      building: '10A',
      ...changes,
    })
  const noNames = { firstName: ' ', lastName: '' }
  const other = { recipientType: 'other', recipientFirstName: 'Nigar', recipientLastName: 'Əliyeva' } as const
  const forOther = (recipientPhone: string) => complete({ ...noNames, ...other, recipientPhone })
  /** Returns for example `lines.0.sizeId: required`. */
  const errorsOf = (values: Values) =>
    (v.safeParse(schemaFor(cities), values).issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)

  it.each<[string, Values, string[]]>([
    ['a complete order', complete(), []],
    ['a product', complete({ lines: [] }), ['lines: required']],
    ['a size if the product has sizes', complete({ lines: [line({ hasSizes: true })] }), ['lines.0.sizeId: required']],
    ['a count', complete({ lines: [line({ count: '0' })] }), ['lines.0.count: out_of_range']],
    ['a district if the city has districts', complete({ cityId: '1' }), ['districtId: required']],
    ['no more if the district is chosen', complete({ cityId: '1', districtId: '11' }), []],
    ['names of a customer who receives the order', complete(noNames), ['firstName: required', 'lastName: required']],
    ['no names of a customer who does not', forOther('055 111 22 33'), []],
    ['the phone number of another recipient', forOther(''), ['recipientPhone: required']],
    ['a possible phone number', forOther('055'), ['recipientPhone: invalid_phone']],
    ['nothing of a recipient who is not chosen', complete({ recipientPhone: '055' }), []],
    ['a promo code that is long enough', complete({ promoCode: 'SOV' }), ['promoCode: promoCode_too_short']],
  ])('ask for %s', (_what, values, errors) => expect(errorsOf(values)).toEqual(errors))
})

describe('the draft', () => {
  it('leaves out what is still being typed', () => {
    const lines = [line(), line({ key: 'b', count: '' }), line({ key: 'c', hasSizes: true })]
    expect(draftOf(typed({ lines, customerPhone: '050 12', promoCode: 'SOV', cityId: '1' }), false)).toEqual({
      lines: [{ productId: 7, count: 2 }],
      paymentMethod: 'cash',
    })
  })

  it('has the place, the slot and the promo code', () => {
    const values = typed({ customerPhone: ' 050 123 45 67 ', cityId: '1', districtId: '11', deliverySlot: 's', promoCode: ' SOVQAT10' })
    expect(draftOf({ ...values, lines: [line({ hasSizes: true, sizeId: '70' })] }, true)).toEqual({
      customerPhone: '050 123 45 67',
      lines: [{ productId: 7, sizeId: 70, count: 2 }],
      cityId: 1,
      districtId: 11,
      deliverySlot: 's',
      promoCode: 'SOVQAT10',
      paymentMethod: 'cash',
    })
  })
})

it('an order for somebody else has their names and phone number', () => {
  const values = typed({ firstName: 'Aysel', lastName: 'Məmmədova', recipientPhone: '+994501112233', street: 'Nizami', building: '10A' })
  expect(formOf(values, 'q').recipient).toEqual({ firstName: 'Aysel', lastName: 'Məmmədova' })
  const other = { ...values, recipientType: 'other', recipientFirstName: 'Nigar', recipientLastName: 'Əliyeva' } as const
  expect(formOf(other, 'q')).toMatchObject({
    quote: 'q',
    recipientType: 'other',
    recipient: { firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '+994501112233' },
    address: { street: 'Nizami', building: '10A' },
  })
})

it.each([
  ['draft.customerPhone', 'customerPhone'],
  ['draft.lines[1].count', 'lines.1.count'],
  ['lines[0].count', 'lines.0.count'],
  ['draft.lines[0].productId', 'lines'],
  ['address.street', 'street'],
  ['language', 'language'],
])('the error of %s belongs to the field %s', (serverField, field) => {
  expect(formFieldOf(serverField, 'self')).toBe(field)
})

it('the names of the recipient are those of the customer or of somebody else', () => {
  expect(formFieldOf('recipient.firstName', 'self')).toBe('firstName')
  expect(formFieldOf('recipient.firstName', 'other')).toBe('recipientFirstName')
})
