import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { CodeSearch } from '~/features/desk/code-search'
import { DeskPage } from '~/features/desk/desk-page'
import { DeskQueue } from '~/features/desk/desk-queue'
import { PaymentSelect } from '~/features/desk/payment-select'
import { deskCountQuery, PAYMENTS, STATUSES } from '~/features/desk/queries'
import { movesOf } from '~/features/desk/moves'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { FilterLinks } from '~/ui/filter-links'

/** Every order, by its status and its payment, or by its code; all are in the address. */
export function Component() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATUSES.find((one) => one === search.get('veziyyet'))
  const payment = PAYMENTS.find((one) => one === search.get('odenis'))
  const code = search.get('kod') ?? ''
  return (
    <DeskPage title={t('desk.title')} text={t('desk.text')}>
      <div className="flex flex-wrap gap-3">
        <CodeSearch code={code} onSearch={(typed) => void navigate(deskPaths.orders({ code: typed }))} />
        <PaymentSelect payment={payment} onChoose={(chosen) => void navigate(deskPaths.orders({ status, payment: chosen }))} />
      </div>
      <Statuses current={code ? null : (status ?? 'all')} payment={payment} />
      <DeskQueue key={`${status ?? ''} ${payment ?? ''} ${code}`} filter={code ? { code } : { status, payment }} />
    </DeskPage>
  )
}

/** Those that wait for somebody say how many they are. */
function Statuses({ current, payment }: { current: string | null; payment: string | undefined }) {
  const { t, locale } = useI18n()
  const open = STATUSES.filter((status) => movesOf(status).length > 0)
  const counts = useQueries({ queries: open.map((status) => deskCountQuery(locale, status)) })
  const choices = STATUSES.map((status) => ({
    to: deskPaths.orders({ status, payment }),
    label: t(`orders.status.${status}`),
    count: counts[open.indexOf(status)]?.data?.meta.total,
    isCurrent: current === status,
  }))
  return (
    <FilterLinks
      label={t('desk.statuses')}
      choices={[{ to: deskPaths.orders({ payment }), label: t('desk.all'), isCurrent: current === 'all' }, ...choices]}
    />
  )
}
