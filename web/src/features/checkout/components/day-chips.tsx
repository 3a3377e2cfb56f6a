import clsx from 'clsx'
import type { DeliveryDay } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { dayAndMonth, today, weekday } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/use-now'

const DAY = 24 * 3600_000

interface Props {
  days: DeliveryDay[]
  chosen: string | undefined
  onChoose: (date: string) => void
}

/** Two weeks of days in a row that scrolls. A day that has nothing left says so. */
export function DayChips({ days, chosen, onChoose }: Props) {
  const { t, locale } = useI18n()
  const now = useNow()
  const nameOf = (date: string) => {
    if (now !== null && date === today(now)) return t('checkout.delivery.today')
    if (now !== null && date === today(now + DAY)) return t('checkout.delivery.tomorrow')
    return weekday(locale, date)
  }
  return (
    <ul aria-label={t('checkout.delivery.days')} className="shelf -mx-5 scroll-px-5 gap-2 px-5 py-1 sm:-mx-6 sm:scroll-px-6 sm:px-6">
      {days.map(({ date, slots }) => {
        const isFull = slots.every((slot) => slot.isFull)
        return (
          <li key={date}>
            <button
              type="button"
              aria-pressed={date === chosen}
              disabled={isFull}
              onClick={() => onChoose(date)}
              className={clsx(
                'grid min-h-16 min-w-28 content-center rounded-lg border px-3.5 py-2 text-left whitespace-nowrap transition-colors',
                date === chosen ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 hover:border-line-strong',
                isFull && 'text-muted',
              )}
            >
              <span className="font-semibold first-letter:uppercase">{nameOf(date)}</span>
              <span className={clsx('text-sm', date !== chosen && 'text-muted')}>
                {isFull ? t('checkout.delivery.full') : dayAndMonth(locale, date).join(' ')}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
