// A preview for operators: what a shopper pays for the delivery to a place, and when the first delivery is.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiTime } from '~admin/lib/baku-time'
import { failureText } from '~shared/api/failure'
import type { EarliestDelivery } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { bakuDate, date, timeOfDay, weekday } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { SelectField, TextField } from '~shared/ui/fields'
import { previewQuery } from './api'
import { useCities } from './places-picker'

/** Unsaved changes of zones are not included. */
export function Preview() {
  const { t, locale } = useI18n()
  const cities = useCities()
  const [cityId, setCity] = useState('')
  const [districtId, setDistrict] = useState('')
  const [at, setAt] = useState('')
  const districts = cities.find(({ id }) => String(id) === cityId)?.districts ?? []
  const { data, error } = useQuery(previewQuery(locale, { cityId, districtId, at: at && toApiTime(at) }))
  return (
    <section aria-labelledby="preview" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="preview" className="text-xl">
          {t('adminZones.preview.title')}
        </h2>
        <p className="text-sm text-muted text-pretty">{t('adminZones.preview.text')}</p>
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
        <SelectField
          label={t('adminZones.preview.city')}
          placeholder={t('adminZones.preview.choose')}
          choices={cities.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={cityId}
          onChange={({ target }) => {
            setCity(target.value)
            setDistrict('')
          }}
        />
        {districts.length > 0 && (
          <SelectField
            label={t('adminZones.preview.district')}
            placeholder={t('adminZones.preview.anyDistrict')}
            choices={districts.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={districtId}
            onChange={({ target }) => setDistrict(target.value)}
          />
        )}
        <TextField
          type="datetime-local"
          label={t('adminZones.preview.at')}
          hint={t('adminZones.preview.atHint')}
          value={at}
          onChange={({ target }) => setAt(target.value)}
        />
      </div>
      <div role="status">
        {error ? <p className="text-bad">{failureText(t, error)}</p> : cityId !== '' && data && <Result delivery={data.data} />}
      </div>
    </section>
  )
}

/** There is no delivery if no zone covers the place, or if all delivery windows are full. */
function Result({ delivery: { zone, slot, orderUntil, freeFrom, minimum } }: { delivery: EarliestDelivery }) {
  const { t, locale } = useI18n()
  if (!zone) return <p className="rounded-lg bg-warn-soft px-4 py-3">{t('errors.address_outside_zones.title')}</p>
  if (!slot) return <p className="rounded-lg bg-warn-soft px-4 py-3">{t('errors.delivery_slots_full.title')}</p>
  const day = (iso: string) => `${weekday(locale, bakuDate(Date.parse(iso)))}, ${date(locale, iso)}`
  const rows = [
    [t('adminZones.preview.zone'), zone],
    [t('adminZones.preview.first'), `${day(slot.from)}, ${timeOfDay(slot.from)}–${timeOfDay(slot.until)}`],
    [t('adminZones.label.fee'), money(slot.fee)],
    ...(orderUntil ? [[t('adminZones.preview.until'), `${day(orderUntil)}, ${timeOfDay(orderUntil)}`]] : []),
    ...(freeFrom === undefined ? [] : [[t('adminZones.label.freeFrom'), money(freeFrom)]]),
    ...(minimum > 0 ? [[t('adminZones.label.minimum'), money(minimum)]] : []),
  ]
  return (
    <dl className="grid gap-x-4 gap-y-1 text-[0.9375rem] tabular-nums sm:grid-cols-[14rem_minmax(0,1fr)]">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
