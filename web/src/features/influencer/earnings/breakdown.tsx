import { type ReactNode } from 'react'
import type { EarningFigures } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { money, number } from '~shared/i18n/format'
import { conversion } from './rules'

const CELL = 'py-2 align-top'
const NUMBER = `${CELL} pl-3 text-right whitespace-nowrap tabular-nums`

export interface Row {
  key: string
  name: ReactNode
  figures: EarningFigures
}

/** Figures by list or by product, those that earned most first. On a phone the orders and the conversion stand below the name. */
export function Breakdown({ title, of, rows }: { title: string; of: string; rows: Row[] }) {
  const { t } = useI18n()
  if (rows.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <div className="overflow-hidden rounded-xl border border-line bg-surface px-5 py-3">
        <table className="w-full text-[0.9375rem]">
          <thead>
            <tr className="text-left text-sm text-muted">
              <th scope="col" className={`${CELL} font-normal`}>
                {of}
              </th>
              <th scope="col" className={`${NUMBER} font-normal`}>
                {t('account.earnings.clicks')}
              </th>
              <th scope="col" className={`${NUMBER} hidden font-normal sm:table-cell`}>
                {t('account.earnings.orders')}
              </th>
              <th scope="col" className={`${NUMBER} hidden font-normal sm:table-cell`}>
                {t('account.earnings.conversion')}
              </th>
              <th scope="col" className={`${NUMBER} font-normal`}>
                {t('account.earnings.earned')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row" className={`${CELL} text-left font-normal wrap-anywhere`}>
                  {name}
                  <span className="block text-sm text-muted sm:hidden">
                    {t('account.earnings.ordersOf', { count: figures.orders, n: number(figures.orders) })}, {conversion(figures)}
                  </span>
                </th>
                <td className={NUMBER}>{number(figures.clicks)}</td>
                <td className={`${NUMBER} hidden sm:table-cell`}>{number(figures.orders)}</td>
                <td className={`${NUMBER} hidden sm:table-cell`}>{conversion(figures)}</td>
                <td className={NUMBER}>
                  {money(figures.earned)}
                  {figures.takenBack > 0 && <span className="block text-sm text-muted">{money(-figures.takenBack)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
