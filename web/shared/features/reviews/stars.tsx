import { Star } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'

export const STARS = [5, 4, 3, 2, 1] as const

/** In percent; a narrower bar would not be seen. */
const MIN_BAR_WIDTH = 2

/** Returns a width in percent. `counts` begins with one star. */
export function barWidth(counts: number[], stars: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const count = counts[stars - 1] ?? 0
  return count === 0 ? 0 : Math.max(MIN_BAR_WIDTH, Math.round((count / total) * 100))
}

/** Returns how much of the `n`-th star is filled, in percent. */
export const starFill = (rating: number, n: number) => Math.round(Math.min(1, Math.max(0, rating - (n - 1))) * 100)

const SIZES = { sm: 'size-4', md: 'size-5' }

export function Stars({ value, size = 'sm' }: { value: number; size?: keyof typeof SIZES }) {
  const t = useT()
  return (
    <span role="img" aria-label={t('reviews.average', { value: number(value) })} className="inline-flex gap-0.5">
      {STARS.toReversed().map((n) => (
        <span key={n} className="relative">
          <Star className={`${SIZES[size]} fill-line text-line`} />
          <span className="absolute inset-0 overflow-hidden" style={{ width: `${starFill(value, n)}%` }}>
            <Star className={`${SIZES[size]} max-w-none fill-star text-star`} />
          </span>
        </span>
      ))}
    </span>
  )
}
