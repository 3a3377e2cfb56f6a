// One delivery zone in the list of zones. Orders from the cut-off hour on count for the next day.
import { Pencil } from 'lucide-react'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import type { DeskZone } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { ButtonLink } from '~shared/ui/button'

export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

function tariffTexts(t: Translate, { fee, freeFrom, minimum, leadDays, cutOff, prepareHours }: DeskZone): string[] {
  return [
    freeFrom === undefined
      ? t('adminZones.tariff.fee', { fee: money(fee) })
      : t('adminZones.tariff.free', { fee: money(fee), from: money(freeFrom) }),
    ...(minimum > 0 ? [t('adminZones.tariff.minimum', { minimum: money(minimum) })] : []),
    leadDays === 0 ? t('adminZones.tariff.sameDay') : t('adminZones.tariff.later', { count: leadDays }),
    t('adminZones.tariff.cutOff', { time: hourText(cutOff) }),
    ...(prepareHours > 0 ? [t('adminZones.tariff.prepare', { count: prepareHours })] : []),
  ]
}

export function ZoneCard({ zone }: { zone: DeskZone }) {
  const { t, locale } = useI18n()
  const { id, code, title, places, windows } = zone
  const name = title[locale]
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid min-w-0 grow">
          <h3 className="text-lg wrap-anywhere">{name}</h3>
          <p className="text-sm text-muted">
            {code} · {t('adminZones.places.count', { count: places.length })}
          </p>
        </div>
        <IfMay permission="rules_write">
          <ButtonLink to={adminPaths.zone(String(id))} look="secondary" aria-label={t('adminZones.editOf', { name })}>
            <Pencil aria-hidden className="size-4.5" />
            {t('adminZones.edit')}
          </ButtonLink>
        </IfMay>
      </div>
      {places.length === 0 && <p className="rounded-lg bg-warn-soft px-4 py-3 text-pretty">{t('adminZones.noPlaces')}</p>}
      <p className="text-[0.9375rem] text-pretty tabular-nums">{tariffTexts(t, zone).join(' · ')}</p>
      <ul aria-label={t('adminZones.windowsOf', { name })} className="flex flex-wrap gap-2">
        {windows.map(({ starts, ends, capacity, surcharge }) => (
          <li key={starts} className="rounded-lg bg-sunken px-3 py-1.5 text-sm tabular-nums">
            <span className="font-semibold">
              {hourText(starts)}–{hourText(ends)}
            </span>{' '}
            {t('adminZones.windows.orders', { count: capacity })}
            {surcharge > 0 && `, +${money(surcharge)}`}
          </li>
        ))}
      </ul>
    </li>
  )
}
