// The form of the seller's data: the server's validation rules with its error codes, and the conversion of opening hours.
import * as v from 'valibot'
import type { Seller, Schemas } from '~shared/api/types'
import { errorCode, text } from '~shared/features/forms/rules'
import { link } from './site'

type Hours = Schemas['OpeningHours']

/** Both times are empty on a closed day. */
export interface Day {
  opens: string
  closes: string
}

const CLOSED: Day = { opens: '', closes: '' }
/** Monday is 1, as in the API. */
const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Expands groups of days with the same hours to seven days, Monday first. */
export const weekOf = (hours: Hours[]): Day[] =>
  DAYS.map((day) => {
    const open = hours.find(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay)
    return open ? { opens: open.opens, closes: open.closes } : CLOSED
  })

/** Groups consecutive days with the same hours. Closed days are left out. */
export function hoursOf(week: Day[]): Hours[] {
  const groups: Hours[] = []
  for (const [index, { opens, closes }] of week.entries()) {
    const day = index + 1
    const last = groups.at(-1)
    if (opens === '') continue
    if (last?.untilDay === day - 1 && last.opens === opens && last.closes === closes) last.untilDay = day
    else groups.push({ fromDay: day, untilDay: day, opens, closes })
  }
  return groups
}

export const isValidDay = ({ opens, closes }: Day) => (opens === '' ? closes === '' : opens < closes)

// Field names are the server's, with `_` for a dot.

const MAX_NAME_LENGTH = 200
const MAX_ADDRESS_LENGTH = 300

/** Ten zeros are the value of a new shop, which the seller must replace. */
const isTaxNumber = (typed: string) => typed === '' || (/^\d{10}$/.test(typed) && !/^0+$/.test(typed))
const Hour = v.object({ opens: v.string(), closes: v.string() })

export const Schema = v.object({
  company: text(MAX_NAME_LENGTH),
  taxNumber: v.pipe(text(MAX_NAME_LENGTH), v.check(isTaxNumber, errorCode('invalid_tax_number'))),
  address_az: text(MAX_ADDRESS_LENGTH),
  address_ru: text(MAX_ADDRESS_LENGTH),
  address_en: text(MAX_ADDRESS_LENGTH),
  mapUrl: link(),
  hours: v.pipe(
    v.array(Hour),
    v.check((week) => week.every(isValidDay), errorCode('invalid_hours')),
  ),
})

type Values = v.InferInput<typeof Schema>

export const valuesOf = ({ company, taxNumber, address, mapUrl, hours }: Seller): Values => ({
  company,
  taxNumber,
  address_az: address.az,
  address_ru: address.ru,
  address_en: address.en,
  mapUrl,
  hours: weekOf(hours),
})

export const sellerOf = ({ company, taxNumber, mapUrl, hours, ...address }: Values): Seller => ({
  company,
  taxNumber,
  address: { az: address.address_az, ru: address.address_ru, en: address.address_en },
  mapUrl,
  hours: hoursOf(hours),
})
