import { ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { lazyPart } from '~/lib/lazy-part'
import { longestOf, paymentsOf, type Plan } from '../plan'

const Calculator = lazyPart(() => import('./calculator'), 'deferred')

/** Shows the lowest monthly payment, and expands to all plans. */
export function Installment({ plans, price }: { plans: Plan[]; price: number }) {
  const t = useT()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const longest = longestOf(plans)
  if (!longest) return null
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-1.5 text-[0.9375rem] text-muted">
        {t('product.installment')}{' '}
        <strong className="font-semibold text-ink tabular-nums">
          {money(paymentsOf(price, longest.months).monthly)} × {longest.months}
        </strong>
        <span className="sr-only"> {t('product.months', { count: longest.months })}</span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="inline-flex min-h-11 items-center gap-1 rounded-md px-1.5 font-semibold text-accent-text hover:bg-accent-soft"
        >
          {t('product.plans')}
          <ChevronDown aria-hidden className={isOpen ? 'size-4 rotate-180' : 'size-4'} />
        </button>
      </p>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<div className="skeleton mt-1 h-52 rounded-xl" />}>
            <Calculator plans={plans} price={price} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
