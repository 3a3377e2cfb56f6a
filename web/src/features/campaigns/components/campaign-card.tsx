// A campaign: a store's temporary discount on some products.

import { CalendarDays } from 'lucide-react'
import { Link } from 'react-router'
import type { Campaign } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { dayAndMonth, timeOfDay, bakuDate } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Picture } from '~shared/ui/picture'

const MINUTE_MS = 60_000
const MIDNIGHT = '00:00'

const dateText = (locale: Locale, time: number) => dayAndMonth(locale, bakuDate(time)).join(' ')

/** An end at midnight belongs to the day before: "until 3 December" includes that day. */
export function periodText(
  t: Translate,
  locale: Locale,
  { status, startsAt, endsAt }: Pick<Campaign, 'status' | 'startsAt' | 'endsAt'>,
): string {
  if (status === 'planned') {
    const values = { date: dateText(locale, Date.parse(startsAt)), time: timeOfDay(startsAt) }
    return values.time === MIDNIGHT ? t('stores.campaign.from', values) : t('stores.campaign.fromTime', values)
  }
  const time = timeOfDay(endsAt)
  return time === MIDNIGHT
    ? t('stores.campaign.until', { date: dateText(locale, Date.parse(endsAt) - MINUTE_MS) })
    : t('stores.campaign.untilTime', { date: dateText(locale, Date.parse(endsAt)), time })
}

/** The focus of the picture as a CSS position. */
export const focusOf = ({ focusX, focusY }: Pick<Campaign, 'focusX' | 'focusY'>) => `${focusX}% ${focusY}%`

export function CampaignCard({ campaign, withStore = false }: { campaign: Campaign; withStore?: boolean }) {
  const { t, locale } = useI18n()
  const { id, name, imageUrl, percent, storeName, productCount } = campaign
  return (
    <article className="group relative grid h-full grid-cols-[minmax(0,1fr)_auto] overflow-hidden rounded-xl border border-line bg-linear-135 from-peach via-rose to-lilac transition-shadow hover:shadow-lifted has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent-text">
      <div className="grid content-start gap-2 p-5">
        <p className="w-max rounded-full bg-accent px-3 py-0.5 text-sm font-bold text-on-accent tabular-nums">−{percent}%</p>
        <h3 className="text-lg leading-snug wrap-anywhere">
          <Link to={paths.campaign(String(id))} className="outline-none after:absolute after:inset-0 after:content-['']">
            {name}
          </Link>
        </h3>
        {withStore && <p className="text-[0.9375rem] font-medium">{storeName}</p>}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays aria-hidden className="size-4" />
            {periodText(t, locale, campaign)}
          </span>
          {productCount > 0 && <span>{t('catalog.products', { count: productCount })}</span>}
        </p>
      </div>
      {imageUrl && <Picture src={imageUrl} alt="" sizes="160px" focus={focusOf(campaign)} className="h-full w-32 object-cover sm:w-40" />}
    </article>
  )
}
