import { useQueries } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { CodeSearch } from '~/features/desk/code-search'
import { DeskQueue } from '~/features/desk/desk-queue'
import { ForOperators } from '~/features/desk/for-operators'
import { PaymentSelect } from '~/features/desk/payment-select'
import { deskCountQuery, PAYMENTS, STATUSES } from '~/features/desk/queries'
import { movesOf } from '~/features/desk/moves'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { usePage } from '~/lib/use-page'
import { FilterLinks } from '~/ui/filter-links'

export function Component() {
  const { t } = useI18n()
  usePage(t('common.titleOf', { name: t('desk.title') }))
  return (
    <ForOperators>
      <Desk />
    </ForOperators>
  )
}

/** Every order, by its status and its payment, or by its code; all are in the address. */
function Desk() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATUSES.find((one) => one === search.get('veziyyet'))
  const payment = PAYMENTS.find((one) => one === search.get('odenis'))
  const code = search.get('kod') ?? ''
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-3xl">
          {t('desk.title')}
        </h1>
        <p className="text-muted text-pretty">{t('desk.text')}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <CodeSearch code={code} onSearch={(typed) => void navigate(paths.deskOrders({ code: typed }))} />
        <PaymentSelect payment={payment} onChoose={(chosen) => void navigate(paths.deskOrders({ status, payment: chosen }))} />
      </div>
      <Statuses current={code ? null : (status ?? 'all')} payment={payment} />
      <DeskQueue key={`${status ?? ''} ${payment ?? ''} ${code}`} filter={code ? { code } : { status, payment }} />
    </div>
  )
}

/** Those that wait for somebody say how many they are. */
function Statuses({ current, payment }: { current: string | null; payment: string | undefined }) {
  const { t, locale } = useI18n()
  const open = STATUSES.filter((status) => movesOf(status).length > 0)
  const counts = useQueries({ queries: open.map((status) => deskCountQuery(locale, status)) })
  const choices = STATUSES.map((status) => ({
    to: paths.deskOrders({ status, payment }),
    label: t(`orders.status.${status}`),
    count: counts[open.indexOf(status)]?.data?.meta.total,
    isCurrent: current === status,
  }))
  return (
    <FilterLinks
      label={t('desk.statuses')}
      choices={[{ to: paths.deskOrders({ payment }), label: t('desk.all'), isCurrent: current === 'all' }, ...choices]}
    />
  )
}
