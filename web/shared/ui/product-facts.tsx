import clsx from 'clsx'
import { Star } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { money, number } from '~shared/i18n/format'

interface Props {
  price: number
  discounted?: number | undefined
  size?: 'card' | 'line' | 'page'
}

/** The text sizes of the current price, and of the price before a discount. */
const NOW = { card: 'text-[1.0625rem]', line: 'text-base', page: 'text-3xl sm:text-4xl' }
const OLD = { card: 'text-[0.8125rem]', line: 'text-sm', page: 'text-lg' }

export function Price({ price, discounted, size = 'card' }: Props) {
  const t = useT()
  const isReduced = discounted !== undefined && discounted < price
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {isReduced && <span className="sr-only">{t('common.price.now')} </span>}
      <span className={clsx('font-bold tracking-tight whitespace-nowrap tabular-nums', NOW[size], isReduced && 'text-accent-text')}>
        {money(isReduced ? discounted : price)}
      </span>
      {isReduced && (
        <>
          <span className="sr-only">, {t('common.price.before')} </span>
          <s className={clsx('whitespace-nowrap text-muted tabular-nums', OLD[size])}>{money(price)}</s>
        </>
      )}
    </span>
  )
}

/** Returns the discount in whole percent, or 0. */
export const percentOff = (price: number, discounted?: number) =>
  discounted !== undefined && discounted < price ? Math.round((1 - discounted / price) * 100) : 0

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
