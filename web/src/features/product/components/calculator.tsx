import { useId, useState } from 'react'
import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { longestOf, paymentsOf, type Plan } from '../plan'

/** Instalment plans with their monthly payment. */
export default function Calculator({ plans, price }: { plans: Plan[]; price: number }) {
  const t = useT()
  const name = useId()
  const [months, setMonths] = useState(longestOf(plans)?.months ?? 1)
  const { monthly, last } = paymentsOf(price, months)
  return (
    <div className="mt-1 grid appear gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <fieldset>
        <legend className="mb-2.5 font-semibold">{t('deferred.closer.plan.legend')}</legend>
        <div className="flex flex-wrap gap-2">
          {plans.map((plan) => (
            <label key={plan.months} className="relative">
              <input
                type="radio"
                name={name}
                checked={plan.months === months}
                onChange={() => setMonths(plan.months)}
                className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-lg outline-offset-3"
              />
              <span className="grid min-h-11 place-items-center rounded-lg border-[1.5px] border-line-strong/60 px-3.5 text-[0.9375rem] font-semibold peer-checked:border-accent peer-checked:bg-accent-soft peer-checked:text-accent-text peer-hover:border-accent">
                {t('deferred.closer.plan.months', { count: plan.months })}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <dl aria-live="polite" className="grid gap-1.5">
        <Sum name={t('deferred.closer.plan.monthly')} sum={monthly} isMain />
        {last !== monthly && <Sum name={t('deferred.closer.plan.last')} sum={last} />}
        <Sum name={t('deferred.closer.plan.total')} sum={price} />
      </dl>
    </div>
  )
}

function Sum({ name, sum, isMain = false }: { name: string; sum: number; isMain?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={isMain ? 'font-semibold' : 'text-[0.9375rem] text-muted'}>{name}</dt>
      <dd className={isMain ? 'text-xl font-bold tabular-nums' : 'text-[0.9375rem] tabular-nums'}>{money(sum)}</dd>
    </div>
  )
}
