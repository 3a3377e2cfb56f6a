// The days without delivery, of all zones or of one.
import { Trash2 } from 'lucide-react'
import * as v from 'valibot'
import { dayStart, isDay } from '~admin/lib/days'
import { NO_TEXT } from '~admin/lib/local-text'
import { useMay } from '~admin/session/access'
import { CursorList } from '~admin/ui/cursor-list'
import { languageLabels } from '~admin/ui/language-fields'
import { failureText } from '~shared/api/failure'
import type { DeliveryHoliday, DeskZone } from '~shared/api/types'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { date, weekday } from '~shared/i18n/dates'
import { IconButton } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { addHoliday, holidaysQuery, useRefreshZones, useRemoveHoliday } from './api'
import { titles } from './rules'
import { TitleFields } from './title-fields'

const Schema = v.object({
  date: v.pipe(
    v.string(),
    v.minLength(1, errorCode('required')),
    v.check((typed) => typed === '' || isDay(typed), errorCode('invalid_date')),
  ),
  zoneId: v.string(),
  title: titles(),
})

export function Holidays({ zones }: { zones: DeskZone[] }) {
  const { t, locale } = useI18n()
  const isEditable = useMay()('rules_write')
  return (
    <section aria-labelledby="holidays" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="holidays" className="text-xl">
          {t('adminZones.holidays.title')}
        </h2>
        <p className="text-muted text-pretty">{t('adminZones.holidays.text')}</p>
      </div>
      <CursorList
        queryOf={(cursor) => holidaysQuery(locale, cursor)}
        countText={(count) => t('adminZones.holidays.shown', { count })}
        empty={<p className="rounded-xl border border-line bg-surface p-5 text-muted">{t('adminZones.holidays.empty')}</p>}
      >
        {(holiday) => <HolidayRow key={holiday.id} holiday={holiday} zones={zones} isEditable={isEditable} />}
      </CursorList>
      {isEditable && <HolidayForm zones={zones} />}
    </section>
  )
}

interface RowProps {
  holiday: DeliveryHoliday
  zones: DeskZone[]
  isEditable: boolean
}

function HolidayRow({ holiday, zones, isEditable }: RowProps) {
  const { t, locale } = useI18n()
  const { title, zoneId, booked } = holiday
  const day = `${weekday(locale, holiday.date)}, ${date(locale, dayStart(holiday.date))}`
  const { mutate, isPending, error } = useRemoveHoliday(holiday, () => toast.good(t('adminZones.holidays.removed', { day })))
  const zone = zones.find(({ id }) => id === zoneId)?.title[locale]
  return (
    <li className="flex items-start gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="grid min-w-0 grow gap-1">
        <h3 className="text-base tabular-nums">{day}</h3>
        <p className="text-[0.9375rem] wrap-anywhere">
          {title[locale]} · {zoneId === undefined ? t('adminZones.holidays.everywhere') : (zone ?? zoneId)}
        </p>
        {booked > 0 && <p className="text-sm text-warn">{t('adminZones.holidays.booked', { count: booked })}</p>}
        {error && (
          <p role="alert" className="text-sm text-bad">
            {failureText(t, error)}
          </p>
        )}
      </div>
      {isEditable && (
        <IconButton label={t('adminZones.holidays.remove', { day })} disabled={isPending} onClick={() => mutate()}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      )}
    </li>
  )
}

function HolidayForm({ zones }: { zones: DeskZone[] }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshZones()
  const sendForm = useSendForm({
    schema: Schema,
    values: { date: '', zoneId: '', title: NO_TEXT },
    labels: {
      date: t('adminZones.holidays.date'),
      zoneId: t('adminZones.holidays.zone'),
      title: t('adminZones.holidays.name'),
    },
    labelsOf: () => languageLabels('title', t('adminZones.holidays.name')),
    send: ({ zoneId, ...typed }) => addHoliday(locale, { ...typed, ...(zoneId && { zoneId: Number(zoneId) }) }),
    onSent: async ({ data }, reset) => {
      toast.good(t('adminZones.holidays.added', { day: date(locale, dayStart(data.date)) }))
      reset()
      await refresh()
    },
  })
  return (
    <div role="group" aria-labelledby="new-holiday" className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h3 id="new-holiday" className="text-lg">
        {t('adminZones.holidays.new')}
      </h3>
      <SendForm form={sendForm} submit={t('adminZones.holidays.add')}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <FormText name="date" type="date" />
          <FormSelect
            name="zoneId"
            optional
            placeholder={t('adminZones.holidays.everywhere')}
            choices={zones.map(({ id, title }) => ({ value: String(id), label: title[locale] }))}
          />
        </div>
        <TitleFields />
      </SendForm>
    </div>
  )
}
