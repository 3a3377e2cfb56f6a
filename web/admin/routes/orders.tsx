import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { CodeSearch } from '~admin/features/orders/code-search'
import { AdminPage } from '~admin/ui/admin-page'
import { OrderQueue } from '~admin/features/orders/order-queue'
import { PaymentSelect } from '~admin/features/orders/payment-select'
import { deskCountQuery, PAYMENTS, STATUSES } from '~admin/features/orders/queries'
import { movesOf } from '~admin/features/orders/moves'
import { useI18n } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { FilterLinks } from '~shared/ui/filter-links'

/** Every order, by its status and its payment, or by its code; all are in the address. */
export function Component() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATUSES.find((one) => one === search.get('veziyyet'))
  const payment = PAYMENTS.find((one) => one === search.get('odenis'))
  const code = search.get('kod') ?? ''
  return (
    <AdminPage title={t('desk.title')} text={t('desk.text')}>
      <div className="flex flex-wrap gap-3">
        <CodeSearch code={code} onSearch={(typed) => void navigate(adminPaths.orders({ code: typed }))} />
        <PaymentSelect payment={payment} onChoose={(chosen) => void navigate(adminPaths.orders({ status, payment: chosen }))} />
      </div>
      <Statuses current={code ? null : (status ?? 'all')} payment={payment} />
      <OrderQueue key={`${status ?? ''} ${payment ?? ''} ${code}`} filter={code ? { code } : { status, payment }} />
    </AdminPage>
  )
}

/** Those that wait for somebody say how many they are. */
function Statuses({ current, payment }: { current: string | null; payment: string | undefined }) {
  const { t, locale } = useI18n()
  const open = STATUSES.filter((status) => movesOf(status).length > 0)
  const counts = useQueries({ queries: open.map((status) => deskCountQuery(locale, status)) })
  const choices = STATUSES.map((status) => ({
    to: adminPaths.orders({ status, payment }),
    label: t(`orders.status.${status}`),
    count: counts[open.indexOf(status)]?.data?.meta.total,
    isCurrent: current === status,
  }))
  return (
    <FilterLinks
      label={t('desk.statuses')}
      choices={[{ to: adminPaths.orders({ payment }), label: t('desk.all'), isCurrent: current === 'all' }, ...choices]}
    />
  )
}
