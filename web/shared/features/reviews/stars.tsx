import { Star } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { fillOf, STARS } from './rating'

const SIZES = { sm: 'size-4', md: 'size-5' }

/** A rating as stars, the last of them filled as far as it goes; read out as one number. */
export function Stars({ value, size = 'sm' }: { value: number; size?: keyof typeof SIZES }) {
  const t = useT()
  return (
    <span role="img" aria-label={t('reviews.average', { value: number(value) })} className="inline-flex gap-0.5">
      {STARS.toReversed().map((n) => (
        <span key={n} className="relative">
          <Star className={`${SIZES[size]} fill-line text-line`} />
          <span className="absolute inset-0 overflow-hidden" style={{ width: `${fillOf(value, n)}%` }}>
            <Star className={`${SIZES[size]} max-w-none fill-star text-star`} />
          </span>
        </span>
      ))}
    </span>
  )
}
