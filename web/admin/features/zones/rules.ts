// The form of a delivery zone: the server's validation rules with its error codes, and the conversion to requests. Amounts are typed in
// manats.
// `leadDays` are the days from an order to its earliest delivery, without closed days. Orders from the hour `cutOff` on count for the next
// day. `prepareHours` are the hours from an order to the beginning of its delivery window.
import * as v from 'valibot'
import { NO_TEXT, typedTextOf } from '~admin/lib/local-text'
import type { DeskZone, NewZoneForm, ZoneForm } from '~shared/api/types'
import { errorCode, qepikOf, text, typedAmount } from '~shared/features/forms/rules'

export const MAX_TITLE_LENGTH = 100
/** In qəpik. `MAX_THRESHOLD` limits `minimum` and `freeFrom`. */
const MAX_FEE = 100_000
const MAX_THRESHOLD = 1_000_000
/** The most orders of a delivery window. */
const MAX_CAPACITY = 10_000
export const MAX_WINDOWS = 24
const MAX_LEAD_DAYS = 10
const HOURS_OF_DAY = 24
const NEW_WINDOW_HOURS = 2

/** An empty field already fails as `required`. */
const unlessEmpty = (isGood: (typed: string) => boolean) => (typed: string) => typed === '' || isGood(typed)
const optionalAmount = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      unlessEmpty((typed) => qepikOf(typed, max) !== undefined),
      errorCode('out_of_range'),
    ),
  )
const amount = (max: number) => v.pipe(optionalAmount(max), v.minLength(1, errorCode('required')))
const count = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('required')),
    v.check(
      unlessEmpty((typed) => /^\d{1,5}$/.test(typed) && Number(typed) <= max),
      errorCode('out_of_range'),
    ),
  )

export const titles = () => v.object({ az: text(MAX_TITLE_LENGTH), ru: text(MAX_TITLE_LENGTH), en: text(MAX_TITLE_LENGTH) })

const WindowFields = v.object({ starts: v.string(), ends: v.string(), capacity: count(MAX_CAPACITY), surcharge: amount(MAX_FEE) })

const Window = v.pipe(
  WindowFields,
  v.forward(
    v.partialCheck([['starts'], ['ends']], ({ starts, ends }) => Number(starts) < Number(ends), errorCode('invalid_hours')),
    ['ends'],
  ),
)

export const Schema = v.object({
  title: titles(),
  fee: amount(MAX_FEE),
  freeFrom: optionalAmount(MAX_THRESHOLD),
  minimum: amount(MAX_THRESHOLD),
  leadDays: count(MAX_LEAD_DAYS),
  cutOff: count(HOURS_OF_DAY),
  prepareHours: count(HOURS_OF_DAY),
  windows: v.pipe(v.array(Window), v.minLength(1, errorCode('required')), v.maxLength(MAX_WINDOWS, errorCode('too_many'))),
  places: v.pipe(v.array(v.string()), v.minLength(1, errorCode('required'))),
  movePlaces: v.boolean(),
  /** The version on which the edit is based; 0 for a new zone. */
  version: v.number(),
})

export type Values = v.InferInput<typeof Schema>
export type WindowValues = Values['windows'][number]

export const capacityRule = () => count(MAX_CAPACITY)

/** A place as a value of the form: `1` is a city, `1/103` one of its districts. */
export const placeKey = ({ cityId, districtId }: { cityId: number; districtId?: number | undefined }) =>
  districtId === undefined ? String(cityId) : `${cityId}/${districtId}`

function placeOf(key: string) {
  const [cityId, districtId] = key.split('/')
  return { cityId: Number(cityId), ...(districtId !== undefined && { districtId: Number(districtId) }) }
}

const NEW_WINDOW: WindowValues = { starts: '10', ends: '12', capacity: '30', surcharge: '0' }

/** The next window begins when the latest one ends. If the day is full, it is the default window. */
export function nextWindow(windows: WindowValues[]): WindowValues {
  const latestEnd = windows.reduce((end, { ends }) => Math.max(end, Number(ends)), 0)
  const last = windows.at(-1)
  if (!last || latestEnd >= HOURS_OF_DAY) return NEW_WINDOW
  return { ...last, starts: String(latestEnd), ends: String(Math.min(HOURS_OF_DAY, latestEnd + NEW_WINDOW_HOURS)) }
}

export const EMPTY: Values = {
  title: NO_TEXT,
  fee: '',
  freeFrom: '',
  minimum: '0',
  leadDays: '0',
  cutOff: '18',
  prepareHours: '2',
  windows: [NEW_WINDOW],
  places: [],
  movePlaces: false,
  version: 0,
}

export const valuesOf = ({
  title,
  fee,
  freeFrom,
  minimum,
  leadDays,
  cutOff,
  prepareHours,
  places,
  windows,
  version,
}: DeskZone): Values => ({
  title: typedTextOf(title),
  fee: typedAmount(fee),
  freeFrom: freeFrom === undefined ? '' : typedAmount(freeFrom),
  minimum: typedAmount(minimum),
  leadDays: String(leadDays),
  cutOff: String(cutOff),
  prepareHours: String(prepareHours),
  windows: windows.map(({ starts, ends, capacity, surcharge }) => ({
    starts: String(starts),
    ends: String(ends),
    capacity: String(capacity),
    surcharge: typedAmount(surcharge),
  })),
  places: places.map(placeKey),
  movePlaces: false,
  version,
})

/** `freeFrom` is null if the delivery is never free, because the server refuses a missing member. */
export const toNewForm = ({
  title,
  fee,
  freeFrom,
  minimum,
  leadDays,
  cutOff,
  prepareHours,
  windows,
  places,
  movePlaces,
}: Values): NewZoneForm => ({
  title,
  fee: qepikOf(fee) ?? 0,
  freeFrom: qepikOf(freeFrom) ?? null,
  minimum: qepikOf(minimum) ?? 0,
  leadDays: Number(leadDays),
  cutOff: Number(cutOff),
  prepareHours: Number(prepareHours),
  windows: windows.map(({ starts, ends, capacity, surcharge }) => ({
    starts: Number(starts),
    ends: Number(ends),
    capacity: Number(capacity),
    surcharge: qepikOf(surcharge) ?? 0,
  })),
  places: places.map(placeOf),
  movePlaces,
})

export const toForm = (values: Values): ZoneForm => ({ ...toNewForm(values), version: values.version })

/** Maps the server's fields, such as `windows[1].ends` and `places[3].cityId`, to the form's. */
export const toFormField = (name: string) => (name.startsWith('places') ? 'places' : name.replace(/^windows\[(\d+)\]/, 'windows.$1'))
