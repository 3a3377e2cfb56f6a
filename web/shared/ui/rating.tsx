import { Star } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'

export function Rating({ value, count }: { value: number; count?: number }) {
  const t = useT()
  if (value === 0) return null
  return (
    <span className="inline-flex items-center gap-1 text-[0.8125rem] text-muted">
      <Star aria-hidden className="size-3.5 fill-star text-star" />
      <span className="sr-only">{t('common.rating', { value: number(value) })}</span>
      <span aria-hidden className="font-semibold text-ink tabular-nums">
        {number(value)}
      </span>
      {count !== undefined && count > 0 && (
        <>
          <span aria-hidden>({number(count)})</span>
          <span className="sr-only">{t('common.reviews', { count })}</span>
        </>
      )}
    </span>
  )
}
