import * as v from 'valibot'
import type { Office } from '~shared/api/types'
import { text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/words'
import { link } from './links'
import { hoursOf, isSane, weekOf } from './week'

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

export type Values = v.InferInput<typeof Schema>

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
