import type { WholesaleQuote } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'

/** The prices by line, and what all of it costs. */
export function QuoteTable({ quote }: { quote: WholesaleQuote }) {
  const { t } = useI18n()
  const sums = [
    [t('wholesale.quote.goods'), quote.goods],
    [t('wholesale.quote.delivery'), quote.deliveryFee],
  ] as const
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {quote.lines.map(({ productId, sizeId, name, size, count, unitPrice, lineTotal }) => (
          <li key={`${productId} ${sizeId ?? ''}`} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3">
            <p className="min-w-0 font-medium wrap-anywhere">
              {name}
              {size && <span className="font-normal text-muted">, {size}</span>}
            </p>
            <p className="tabular-nums">
              <span className="text-muted">{t('wholesale.quote.times', { count, price: money(unitPrice) })}</span>{' '}
              <strong>{money(lineTotal)}</strong>
            </p>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1.5">
        {sums.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{money(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 text-xl font-bold">
          <dt>{t('wholesale.quote.total')}</dt>
          <dd className="tabular-nums">{money(quote.total)}</dd>
        </div>
        <div className="flex justify-between gap-4 text-sm text-muted">
          <dt>{t('wholesale.quote.vat')}</dt>
          <dd className="tabular-nums">{money(quote.vat)}</dd>
        </div>
      </dl>
      {quote.deliveryTerms && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.quote.terms')}</span>
          <span className="whitespace-pre-line wrap-anywhere">{quote.deliveryTerms}</span>
        </p>
      )}
      {quote.note && (
        <p>
          <span className="block text-sm text-muted">{t('wholesale.quote.note')}</span>
          <span className="whitespace-pre-line wrap-anywhere">{quote.note}</span>
        </p>
      )}
    </div>
  )
}
