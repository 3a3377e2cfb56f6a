import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Skeleton } from '~shared/ui/skeleton'
import { plansQuery } from '../queries'
import { precheckout } from '~shared/features/checkout/store'
import { useCheckout } from '../use-checkout'

/** Every plan with what it costs a month and in all, before anybody decides. Where there is no room, the total on the button has to do. */
export function PlanTable() {
  const { t, locale } = useI18n()
  const id = useId()
  const { said, check, wordsFor } = useCheckout()
  const total = check.checked?.total
  const { data } = useQuery({ ...plansQuery(locale, total ?? 0), enabled: total !== undefined, placeholderData: (before) => before })
  const error = wordsFor('months')
  if (!data) return <Skeleton className="h-56 w-full rounded-lg" />
  if (data.data.length === 0) return <p className="text-muted">{t('checkout.payment.noPlan')}</p>
  return (
    <div className="appear">
      <table aria-describedby={error ? `${id}-note` : undefined} className="w-full border-separate border-spacing-0 tabular-nums">
        <caption className="pb-2.5 text-left font-semibold">{t('checkout.payment.plans')}</caption>
        <thead className="text-left text-sm text-muted">
          <tr>
            <th scope="col" className="py-1.5 pl-4 font-normal">
              {t('checkout.payment.months')}
            </th>
            <th scope="col" className="py-1.5 text-right font-normal max-xs:pr-3">
              {t('checkout.payment.monthly')}
            </th>
            <th scope="col" className="py-1.5 pr-4 pl-3 text-right font-normal max-xs:hidden">
              {t('checkout.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map(({ months, monthly, total: sum }) => (
            <tr key={months} className="relative has-checked:bg-accent-soft">
              <td className="rounded-l-lg border-t border-line">
                <label className="flex min-h-12 cursor-pointer items-center gap-3 pl-4 font-medium after:absolute after:inset-0">
                  <input
                    type="radio"
                    name="months"
                    value={months}
                    checked={said.months === months}
                    onChange={() => precheckout.set({ months })}
                    className="relative z-1 size-4.5 accent-accent"
                  />
                  {t('checkout.payment.month', { count: months })}
                </label>
              </td>
              <td className="border-t border-line text-right font-semibold max-xs:pr-3">{money(monthly)}</td>
              <td className="rounded-r-lg border-t border-line pr-4 pl-3 text-right text-muted max-xs:hidden">{money(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {error && (
        <p id={`${id}-note`} className="mt-2 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
