// The form of an order on the phone: its values, validation rules, and their conversion to requests.
import * as v from 'valibot'
import type { PhoneOrderDraft, PhoneOrderForm, Place } from '~shared/api/types'
import { isPromoLongEnough } from '~shared/features/checkout/promo'
import { errorCode, isPhone, optionalText, phone, requiredChoice, text } from '~shared/features/forms/rules'
import { LOCALES } from '~shared/i18n/locale'
import { isComplete, isCount, MAX_LINES } from './lines'

export const MAX_LENGTH = { name: 60, street: 150, building: 20, landmark: 200, note: 500, cardText: 300 } as const
export const RECIPIENT_TYPES = ['self', 'other'] as const
export const PAYMENT_METHODS = ['cash', 'card'] as const

type RecipientType = (typeof RECIPIENT_TYPES)[number]

const Line = v.pipe(
  v.object({
    key: v.string(),
    productId: v.number(),
    name: v.string(),
    hasSizes: v.boolean(),
    sizeId: v.string(),
    count: v.pipe(v.string(), v.trim(), v.check(isCount, errorCode('out_of_range'))),
  }),
  v.forward(
    v.partialCheck([['hasSizes'], ['sizeId']], ({ hasSizes, sizeId }) => !hasSizes || sizeId !== '', errorCode('required')),
    ['sizeId'],
  ),
)

interface TypedPlace {
  cityId: string
  districtId: string
}

const needsDistrict = (cities: Place[], cityId: string) => cities.find(({ id }) => String(id) === cityId)?.hasDistricts ?? false

/** The terms of the delivery depend on the city and, if it has districts, on the district. */
export const isPlaceChosen = (cities: Place[], { cityId, districtId }: TypedPlace) =>
  cityId !== '' && (districtId !== '' || !needsDistrict(cities, cityId))

/** The customer's own names are needed only if they receive the order. */
export const schemaFor = (cities: Place[]) =>
  v.pipe(
    v.object({
      customerPhone: phone(),
      firstName: optionalText(MAX_LENGTH.name),
      lastName: optionalText(MAX_LENGTH.name),
      language: v.picklist(LOCALES),
      lines: v.pipe(v.array(Line), v.minLength(1, errorCode('required')), v.maxLength(MAX_LINES, errorCode('too_many'))),
      cityId: requiredChoice(),
      districtId: v.string(),
      street: text(MAX_LENGTH.street),
      building: text(MAX_LENGTH.building),
      entrance: optionalText(MAX_LENGTH.building),
      floor: optionalText(MAX_LENGTH.building),
      apartment: optionalText(MAX_LENGTH.building),
      landmark: optionalText(MAX_LENGTH.landmark),
      deliverySlot: v.string(),
      note: optionalText(MAX_LENGTH.note),
      recipientType: v.picklist(RECIPIENT_TYPES),
      recipientFirstName: optionalText(MAX_LENGTH.name),
      recipientLastName: optionalText(MAX_LENGTH.name),
      recipientPhone: v.pipe(v.string(), v.trim()),
      cardText: optionalText(MAX_LENGTH.cardText),
      paymentMethod: v.picklist(PAYMENT_METHODS),
      promoCode: v.pipe(
        v.string(),
        v.trim(),
        v.check((typed) => typed === '' || isPromoLongEnough(typed), errorCode('promoCode_too_short')),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['cityId'], ['districtId']],
        ({ cityId, districtId }) => districtId !== '' || !needsDistrict(cities, cityId),
        errorCode('required'),
      ),
      ['districtId'],
    ),
    v.forward(
      v.partialCheck(
        [['recipientType'], ['firstName']],
        ({ recipientType, firstName }) => recipientType === 'other' || firstName !== '',
        errorCode('required'),
      ),
      ['firstName'],
    ),
    v.forward(
      v.partialCheck(
        [['recipientType'], ['lastName']],
        ({ recipientType, lastName }) => recipientType === 'other' || lastName !== '',
        errorCode('required'),
      ),
      ['lastName'],
    ),
    v.forward(
      v.partialCheck(
        [['recipientType'], ['recipientFirstName']],
        ({ recipientType, recipientFirstName }) => recipientType === 'self' || recipientFirstName !== '',
        errorCode('required'),
      ),
      ['recipientFirstName'],
    ),
    v.forward(
      v.partialCheck(
        [['recipientType'], ['recipientLastName']],
        ({ recipientType, recipientLastName }) => recipientType === 'self' || recipientLastName !== '',
        errorCode('required'),
      ),
      ['recipientLastName'],
    ),
    v.forward(
      v.partialCheck(
        [['recipientType'], ['recipientPhone']],
        ({ recipientType, recipientPhone }) => recipientType === 'self' || recipientPhone !== '',
        errorCode('required'),
      ),
      ['recipientPhone'],
    ),
    v.forward(
      v.partialCheck(
        [['recipientType'], ['recipientPhone']],
        ({ recipientType, recipientPhone }) => recipientType === 'self' || recipientPhone === '' || isPhone(recipientPhone),
        errorCode('invalid_phone'),
      ),
      ['recipientPhone'],
    ),
  )

export type Values = v.InferInput<ReturnType<typeof schemaFor>>

export const EMPTY: Values = {
  customerPhone: '',
  firstName: '',
  lastName: '',
  language: 'az',
  lines: [],
  cityId: '',
  districtId: '',
  street: '',
  building: '',
  entrance: '',
  floor: '',
  apartment: '',
  landmark: '',
  deliverySlot: '',
  note: '',
  recipientType: 'self',
  recipientFirstName: '',
  recipientLastName: '',
  recipientPhone: '',
  cardText: '',
  paymentMethod: 'cash',
  promoCode: '',
}

/** Returns what decides the price. Values that are still being typed are left out: lines, the phone number, the code and the place. */
export function draftOf(values: Values, hasPlace: boolean): PhoneOrderDraft {
  const customerPhone = values.customerPhone.trim()
  const promoCode = values.promoCode.trim()
  const { cityId, districtId, deliverySlot, paymentMethod } = values
  return {
    ...(isPhone(customerPhone) && { customerPhone }),
    lines: values.lines.filter(isComplete).map(({ productId, sizeId, count }) => ({
      productId,
      ...(sizeId && { sizeId: Number(sizeId) }),
      count: Number(count),
    })),
    ...(hasPlace && { cityId: Number(cityId), ...(districtId && { districtId: Number(districtId) }) }),
    ...(hasPlace && deliverySlot && { deliverySlot }),
    ...(isPromoLongEnough(promoCode) && { promoCode }),
    paymentMethod,
  }
}

const withoutEmpty = (members: Record<string, string>) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))

const recipientOf = ({ recipientType, ...values }: Values): PhoneOrderForm['recipient'] =>
  recipientType === 'self'
    ? { firstName: values.firstName, lastName: values.lastName }
    : { firstName: values.recipientFirstName, lastName: values.recipientLastName, phoneNumber: values.recipientPhone }

/** `values` were validated, so they have a place, and no spaces at their ends. */
export function formOf(values: Values, quote: string): PhoneOrderForm {
  const { language, recipientType, street, building, entrance, floor, apartment, landmark, note, cardText } = values
  return {
    quote,
    draft: draftOf(values, true),
    language,
    recipientType,
    recipient: recipientOf(values),
    address: { street, building, ...withoutEmpty({ entrance, floor, apartment, landmark }) },
    ...(note && { note }),
    ...(cardText && { cardText }),
  }
}

const LINE_FIELD = /^lines\.\d+\.(?:count|sizeId)$/

const RECIPIENT_FIELDS: Record<RecipientType, Record<string, string>> = {
  self: { 'recipient.firstName': 'firstName', 'recipient.lastName': 'lastName', 'recipient.phoneNumber': 'customerPhone' },
  other: {
    'recipient.firstName': 'recipientFirstName',
    'recipient.lastName': 'recipientLastName',
    'recipient.phoneNumber': 'recipientPhone',
  },
}

/** Returns `lines.0.count` for `draft.lines[0].count`. Other members of lines are fields of no input, so all lines have their errors. */
export function formFieldOf(serverField: string, recipientType: RecipientType): string {
  const name = serverField.replace(/^(?:draft|address)\./, '').replaceAll(/\[(\d+)\]/g, '.$1')
  if (name.startsWith('lines')) return LINE_FIELD.test(name) ? name : 'lines'
  return RECIPIENT_FIELDS[recipientType][name] ?? name
}
