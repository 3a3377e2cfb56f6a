import * as v from 'valibot'
import type { Office, Schemas } from '~shared/api/types'
import { text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/problems'
import { link } from './site'

type Hours = Schemas['OpeningHours']

/** When the shop opens and closes on a day; both empty when it stays shut. */
export interface Day {
  opens: string
  closes: string
}

const SHUT: Day = { opens: '', closes: '' }
const DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Seven days, Monday first: that is how hours are thought of. */
export const weekOf = (hours: Hours[]): Day[] =>
  DAYS.map((day) => {
    const open = hours.find(({ fromDay, untilDay }) => fromDay <= day && day <= untilDay)
    return open ? { opens: open.opens, closes: open.closes } : SHUT
  })

/** Days that follow each other with the same hours are said in one line. */
export function hoursOf(week: Day[]): Hours[] {
  const lines: Hours[] = []
  for (const [index, { opens, closes }] of week.entries()) {
    const day = index + 1
    const last = lines.at(-1)
    if (opens === '') continue
    if (last?.untilDay === day - 1 && last.opens === opens && last.closes === closes) last.untilDay = day
    else lines.push({ fromDay: day, untilDay: day, opens, closes })
  }
  return lines
}

/** Shut all day, or closed after it was opened. */
export const isSane = ({ opens, closes }: Day) => (opens === '' ? closes === '' : opens < closes)

// The server's rules, in its codes. Fields are named as the server names them, with `_` for a dot.

const says = (code: FieldCode) => code

/** Ten digits, and not those that the shop is delivered with. */
const isTaxNumber = (typed: string) => typed === '' || (/^\d{10}$/.test(typed) && !/^0+$/.test(typed))
const Hour = v.object({ opens: v.string(), closes: v.string() })

export const Schema = v.object({
  company: text(200),
  taxNumber: v.pipe(text(200), v.check(isTaxNumber, says('invalid_tax_number'))),
  address_az: text(300),
  address_ru: text(300),
  address_en: text(300),
  mapUrl: link(),
  hours: v.pipe(
    v.array(Hour),
    v.check((week) => week.every(isSane), says('invalid_hours')),
  ),
})

type Values = v.InferInput<typeof Schema>

export const valuesOf = ({ company, taxNumber, address, mapUrl, hours }: Office): Values => ({
  company,
  taxNumber,
  address_az: address.az,
  address_ru: address.ru,
  address_en: address.en,
  mapUrl,
  hours: weekOf(hours),
})

export const officeOf = ({ company, taxNumber, mapUrl, hours, ...address }: Values): Office => ({
  company,
  taxNumber,
  address: { az: address.address_az, ru: address.address_ru, en: address.address_en },
  mapUrl,
  hours: hoursOf(hours),
})
