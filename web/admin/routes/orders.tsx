import { useQueries } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  adminOrderCountQuery,
  adminOrdersQuery,
  type Filter,
  movesOf,
  needsReason,
  nextStatuses,
  PAYMENTS,
  STATUSES,
  useMoveOrder,
} from '~admin/features/orders/api'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList, SearchBox } from '~admin/ui/admin-page'
import type { Order, PaymentStatus } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { methodText, PaymentBadge, StatusBadge } from '~shared/features/orders/badges'
import { useI18n, useT } from '~shared/i18n/context'
import { timeWindow } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { FilterLinks } from '~shared/ui/filter-links'
import { EmptyState } from '~shared/ui/states'
import { RelativeTime } from '~shared/ui/relative-time'

/** Orders, filtered by status and payment, or by code; all three are in the address. */
export function Component() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const status = STATUSES.find((status) => status === search.get('veziyyet'))
  const payment = PAYMENTS.find((payment) => payment === search.get('odenis'))
  const code = search.get('kod') ?? ''
  return (
    <AdminPage needs="orders_read" title={t('admin.title')} text={t('admin.text')}>
      <div className="flex flex-wrap gap-3">
        <CodeSearch code={code} onSearch={(typed) => void navigate(adminPaths.orders({ code: typed }))} />
        <PaymentSelect payment={payment} onChoose={(chosen) => void navigate(adminPaths.orders({ status, payment: chosen }))} />
      </div>
      <StatusLinks current={code ? null : (status ?? 'all')} payment={payment} />
      <OrderQueue key={`${status ?? ''} ${payment ?? ''} ${code}`} filter={code ? { code } : { status, payment }} />
    </AdminPage>
  )
}

/** Links to the orders of each status, with a count where an operator has something to do. */
function StatusLinks({ current, payment }: { current: string | null; payment: string | undefined }) {
  const { t, locale } = useI18n()
  const openStatuses = STATUSES.filter((status) => movesOf(status).length > 0)
  const counts = useQueries({ queries: openStatuses.map((status) => adminOrderCountQuery(locale, status)) })
  const choices = STATUSES.map((status) => ({
    to: adminPaths.orders({ status, payment }),
    label: t(`orders.status.${status}`),
    count: counts[openStatuses.indexOf(status)]?.data?.meta.total,
    isCurrent: current === status,
  }))
  return (
    <FilterLinks
      label={t('admin.statuses')}
      choices={[{ to: adminPaths.orders({ payment }), label: t('admin.all'), isCurrent: current === 'all' }, ...choices]}
    />
  )
}

interface Props {
  code: string
  onSearch: (code: string) => void
}

/** Searches by a code or its prefix, for example as read out on the phone. */
function CodeSearch({ code, onSearch }: Props) {
  const t = useT()
  return (
    <SearchBox
      search={t('admin.search')}
      label={t('admin.code')}
      typed={code}
      onSearch={(typed) => onSearch(typed.toUpperCase())}
      placeholder="SQ-7K4M-29"
      autoCapitalize="characters"
    />
  )
}

interface PaymentSelectProps {
  payment: PaymentStatus | undefined
  onChoose: (payment: PaymentStatus | undefined) => void
}

function PaymentSelect({ payment, onChoose }: PaymentSelectProps) {
  const t = useT()
  return (
    <div className="relative">
      <select
        aria-label={t('admin.payment')}
        value={payment ?? ''}
        onChange={({ target }) => onChoose(PAYMENTS.find((payment) => payment === target.value))}
        className="h-12 appearance-none rounded-lg border border-line-strong bg-surface pr-10 pl-4 hover:border-line-strong"
      >
        <option value="">{t('admin.anyPayment')}</option>
        {PAYMENTS.map((payment) => (
          <option key={payment} value={payment}>
            {t(`orders.payment.${payment}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-4 right-3.5 size-4 text-muted" />
    </div>
  )
}

/** Lists the orders that match a filter, newest first. */
function OrderQueue({ filter }: { filter: Filter }) {
  const { t, locale } = useI18n()
  return (
    <PagedList
      queryOf={(page) => adminOrdersQuery(locale, filter, page)}
      keyOf={({ code }) => code}
      countText={(count) => t('admin.count', { count })}
      empty={<EmptyState picture={emptySearch} title={t('admin.empty')} text={filter.code ? t('admin.emptyCode') : t('admin.emptyText')} />}
    >
      {(order) => <OrderRow key={order.code} order={order} />}
    </PagedList>
  )
}

/** One order in the list, with a button for the usual next step. */
function OrderRow({ order }: { order: Order }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { mutate, isPending } = useMoveOrder(order.code)
  const { code, status, recipient, address, delivery, stores, amounts } = order
  const next = nextStatuses(order, status).find((move) => !needsReason(move))
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-lg tabular-nums">
          <Link to={adminPaths.order(code)} className="inline-flex min-h-11 items-center hover:text-accent-text hover:underline">
            {code}
          </Link>
        </h2>
        <StatusBadge status={status} />
        <PaymentBadge status={order.paymentStatus} />
        <RelativeTime at={order.createdAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="grid min-w-0 text-[0.9375rem] text-muted">
          <span className="text-ink">
            {recipient.firstName} {recipient.lastName}, {[address.district, address.city].filter(Boolean).join(', ')}
          </span>
          <span>{stores.map(({ name }) => name).join(', ')}</span>
          <span className="tabular-nums">
            {money(amounts.total)}, {methodText(t, order)}
            {delivery && `. ${t('orders.comes', { when: timeWindow(locale, delivery, now) })}`}
          </span>
        </p>
        {next && (
          <Button look="secondary" busy={isPending} disabled={isPending} onClick={() => mutate({ status: next })}>
            {t(`admin.move.${next}`)}
            <span className="sr-only">: {code}</span>
          </Button>
        )}
      </div>
    </li>
  )
}
