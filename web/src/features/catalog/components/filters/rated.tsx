import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useT } from '~shared/i18n/context'

const STARS = [1, 2, 3, 4, 5]

/** "4 and up", in stars for those who see them. */
export function Rated({ value }: { value: number }) {
  const t = useT()
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="inline-flex">
        {STARS.map((star) => (
          <Star key={star} className={clsx('size-4', star <= value ? 'fill-star text-star' : 'fill-line text-line')} />
        ))}
      </span>
      {t('around.filters.andUp', { value })}
    </span>
  )
}
