// Validation as on the server, conversion from and to the API, and an address in lines.

import * as v from 'valibot'
import type { Address, AddressInput, Place } from '~shared/api/types'
import { errorCode, optionalPhone, optionalText, requiredChoice, text } from '~shared/features/forms/rules'

const POSTCODE = /^(az\s*)?\d{4}$/i
const isPostcode = (typed: string) => typed === '' || POSTCODE.test(typed)

export const schemaFor = (cities: Place[]) =>
  v.pipe(
    v.object({
      title: text(60),
      type: v.picklist(['home', 'office']),
      cityId: requiredChoice(),
      districtId: v.string(),
      stationId: v.string(),
      street: text(150),
      building: text(20),
      entrance: optionalText(20),
      floor: optionalText(20),
      apartment: optionalText(20),
      landmark: optionalText(200),
      postcode: v.pipe(v.string(), v.trim(), v.check(isPostcode, errorCode('invalid_postcode'))),
      phoneNumber: optionalPhone(),
      note: optionalText(500),
      isDefault: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [['cityId'], ['districtId']],
        ({ cityId, districtId }) => districtId !== '' || !cities.find(({ id }) => String(id) === cityId)?.hasDistricts,
        errorCode('required'),
      ),
      ['districtId'],
    ),
  )

export type AddressForm = v.InferOutput<ReturnType<typeof schemaFor>>

export const EMPTY: AddressForm = {
  title: '',
  type: 'home',
  cityId: '',
  districtId: '',
  stationId: '',
  street: '',
  building: '',
  entrance: '',
  floor: '',
  apartment: '',
  landmark: '',
  postcode: '',
  phoneNumber: '',
  note: '',
  isDefault: false,
}

const idOf = (id: number | undefined) => (id === undefined ? '' : String(id))

export function toFormValues(address: Address): AddressForm {
  // The request has only ids of places, so their names are dropped.
  const { id: _id, cityName: _city, districtName: _district, stationName: _station, cityId, districtId, stationId, ...texts } = address
  return { ...EMPTY, ...texts, cityId: idOf(cityId), districtId: idOf(districtId), stationId: idOf(stationId) }
}

/** Omits empty optional fields. */
export function toRequest({
  cityId,
  districtId,
  stationId,
  title,
  type,
  street,
  building,
  isDefault,
  ...optional
}: AddressForm): AddressInput {
  return {
    title,
    type,
    cityId: Number(cityId),
    ...(districtId && { districtId: Number(districtId) }),
    ...(stationId && { stationId: Number(stationId) }),
    street,
    building,
    isDefault,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== '')),
  }
}

/** The lines as on an envelope. */
export const linesOf = ({ street, building, districtName, cityName, postcode }: Address): string[] => [
  `${street}, ${building}`,
  [districtName, cityName, postcode && `AZ${postcode}`].filter(Boolean).join(', '),
]
