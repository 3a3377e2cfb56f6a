import clsx from 'clsx'
import { Star } from 'lucide-react'
import type { Schemas } from '~shared/api/types'
import { barWidth, STARS, Stars } from '~shared/features/reviews/stars'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'

interface SummaryProps {
  summary: Schemas['RatingSummary']
  chosen: number | null
  onChoose: (stars: number | null) => void
}

/** A press on a bar shows only reviews with these stars; a second press shows all. */
export function Summary({ summary: { rating, count, stars: counts }, chosen, onChoose }: SummaryProps) {
  const t = useT()
  return (
    <div className="grid items-center gap-5 rounded-xl bg-sunken p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-10 sm:p-7 lg:sticky lg:top-36 lg:grid-cols-1 lg:gap-5">
      <div className="flex items-center gap-4">
        <p aria-hidden className="text-5xl leading-none font-bold tracking-tight tabular-nums">
          {number(rating)}
        </p>
        <div className="grid gap-1">
          <Stars value={rating} size="md" />
          <p className="text-sm text-muted">{t('reviews.basedOn', { count })}</p>
        </div>
      </div>
      <ul className="grid">
        {STARS.map((stars) => {
          const reviewCount = counts[stars - 1] ?? 0
          const isChosen = chosen === stars
          return (
            <li key={stars}>
              <button
                type="button"
                aria-pressed={isChosen}
                aria-label={t('reviews.bar', { stars: t('reviews.stars', { count: stars }), n: number(reviewCount) })}
                disabled={reviewCount === 0 && !isChosen}
                onClick={() => onChoose(isChosen ? null : stars)}
                className={clsx(
                  'grid min-h-11 w-full grid-cols-[2.25rem_minmax(0,1fr)_2.5rem] items-center gap-3 rounded-md px-2 text-sm tabular-nums sm:min-h-9',
                  isChosen ? 'bg-accent-soft font-semibold text-accent-text' : 'not-disabled:hover:bg-surface',
                )}
              >
                <span className="flex items-center gap-1 font-semibold">
                  {stars}
                  <Star aria-hidden className="size-3.5 fill-star text-star" />
                </span>
                <span className="h-2 overflow-hidden rounded-full bg-line">
                  <span className="block h-full rounded-full bg-star" style={{ width: `${barWidth(counts, stars)}%` }} />
                </span>
                <span className={clsx('text-right', !isChosen && 'text-muted')}>{number(reviewCount)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
