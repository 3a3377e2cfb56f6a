import clsx from 'clsx'
import type { CartItem, CartProblem, PromoTrial } from '~shared/api/types'
import { lineText } from '~shared/features/basket/line-text'
import { promoText } from '~shared/features/checkout/promo-text'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'

const isOfCode = ({ code }: CartProblem) => code.startsWith('promo')

/** What checkout would say: what the code takes off each line, or the very words in which a shopper is told why not. */
export function TrialResult({ trial, code }: { trial: PromoTrial; code: string }) {
  const { t } = useI18n()
  const { lines, problems, promo, subtotal, discount, promoDiscount, deliveryFee, total } = trial
  const refusal = problems.find(isOfCode)
  const isNotDelivered = problems.some((problem) => problem.code === 'address_outside_zones')
  return (
    <div className="grid gap-4">
      <p className={clsx('rounded-lg px-4 py-3 font-medium', promo ? 'bg-good-soft text-good' : 'bg-warn-soft')}>
        {promo ? t('campaigns.promos.try.takes', { code, price: money(promo.discount) }) : refusal && promoText(t, refusal)}
      </p>
      {isNotDelivered && <p className="rounded-lg bg-warn-soft px-4 py-3">{t('errors.address_outside_zones.title')}</p>}
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={`${line.productId} ${line.sizeId ?? ''}`} line={line} />
        ))}
      </ul>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 tabular-nums">
        <Sum name={t('campaigns.promos.try.goods')} price={subtotal - discount} />
        <Sum name={t('campaigns.promos.try.code')} price={-promoDiscount} />
        {deliveryFee !== undefined && <Sum name={t('campaigns.promos.try.way')} price={deliveryFee} />}
        <Sum name={t('campaigns.promos.try.total')} price={total} isTotal />
      </dl>
    </div>
  )
}

function Line({ line }: { line: CartItem }) {
  const { t } = useI18n()
  const trouble = lineText(t, line)
  const name = line.product?.name ?? t('campaigns.promos.try.product', { id: line.productId })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <p className="wrap-anywhere">
        {name}
        {line.size && `, ${line.size.name}`} × {line.count}
        {trouble && <span className="block text-sm text-bad">{trouble}</span>}
      </p>
      <p className="text-right tabular-nums">
        {money(line.lineTotal)}
        {line.promoDiscount > 0 && <span className="block text-sm font-medium text-good">{money(-line.promoDiscount)}</span>}
      </p>
    </li>
  )
}

function Sum({ name, price, isTotal = false }: { name: string; price: number; isTotal?: boolean }) {
  const look = isTotal ? 'font-bold' : 'text-muted'
  return (
    <>
      <dt className={look}>{name}</dt>
      <dd className={clsx('text-right', look)}>{money(price)}</dd>
    </>
  )
}
