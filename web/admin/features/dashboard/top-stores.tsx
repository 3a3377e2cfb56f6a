import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import type { StoreSales } from './api'

export function TopStores({ stores }: { stores: StoreSales[] }) {
  const { t } = useI18n()
  const highest = Math.max(1, ...stores.map(({ revenue }) => revenue))
  return (
    <section aria-labelledby="stores-title" className="grid min-w-0 content-start gap-4 rounded-xl border border-line bg-surface p-5">
      <h2 id="stores-title" className="text-xl">
        {t('adminDashboard.stores')}
      </h2>
      {stores.length === 0 && <p className="text-muted">{t('adminDashboard.noSales')}</p>}
      <ol className="grid gap-3">
        {stores.map(({ storeId, name, orders, revenue }) => (
          <li key={storeId} className="grid gap-1">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="tabular-nums">
                {money(revenue)} <span className="text-sm text-muted">{t('adminDashboard.orderCount', { count: orders })}</span>
              </span>
            </p>
            <div aria-hidden className="h-1.5 rounded-full bg-sunken">
              <div className="h-full rounded-full bg-accent" style={{ width: `${Math.max(0, (revenue / highest) * 100)}%` }} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
