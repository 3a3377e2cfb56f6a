import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import type { WholesaleRequest } from '~shared/api/types'
import { isNotFound } from '~shared/api/failure'
import { ForOperators } from '~admin/ui/for-operators'
import { Card } from '~shared/features/wholesale/card'
import { CancelForm } from '~admin/features/wholesale/cancel-form'
import { Customer } from '~admin/features/wholesale/customer'
import { History } from '~admin/features/wholesale/history'
import { QuoteForm } from '~admin/features/wholesale/quote-form'
import { TransferForm } from '~admin/features/wholesale/transfer-form'
import { deskRequestQuery } from '~shared/features/wholesale/queries'
import { QuoteTable } from '~shared/features/wholesale/quote-table'
import { StateBadge } from '~shared/features/wholesale/state-badge'
import { Wanted } from '~shared/features/wholesale/wanted'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { moment } from '~shared/i18n/times'
import { adminPaths } from '~admin/paths'
import { useNow } from '~shared/lib/use-now'
import { usePage } from '~shared/lib/use-page'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'
import { When } from '~shared/ui/when'

export function Component() {
  const { t } = useI18n()
  const { code = '' } = useParams()
  usePage(t('common.titleOf', { name: t('wholesale.request', { code }) }))
  return (
    <ForOperators>
      <Desk code={code} />
    </ForOperators>
  )
}

function Desk({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(deskRequestQuery(locale, code))
  if (!data && isNotFound(error))
    return <EmptyState picture={emptySearch} title={t('wholesale.desk.notFound')} text={t('wholesale.desk.notFoundText')} asPageTitle />
  if (!data && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return <Request request={data.data} />
}

const CAN_QUOTE = ['requested', 'quoted', 'expired', 'declined']
const CAN_CANCEL = ['requested', 'quoted', 'accepted', 'paid']

function Request({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { code, status, createdAt, quote, order, invoice } = request
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
      <div>
        <Link
          to={adminPaths.wholesale()}
          className="-mt-2 inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {t('wholesale.desk.title')}
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="text-3xl tabular-nums">
            {t('wholesale.request', { code })}
          </h1>
          <StateBadge state={status} />
          <When at={createdAt} className="text-muted" />
        </div>
      </div>
      <Card id="customer" title={t('wholesale.desk.customer')}>
        <Customer request={request} />
      </Card>
      <Card id="wanted" title={t('wholesale.wanted')}>
        <Wanted request={request} />
      </Card>
      {quote && (
        <Card id="quote" title={t('wholesale.quote.title')}>
          <p className="text-muted">{t('wholesale.quote.validUntil', { when: moment(locale, quote.validUntil, now) })}</p>
          <QuoteTable quote={quote} />
        </Card>
      )}
      {order && (
        <Card id="order" title={t('wholesale.desk.order')}>
          <Link to={adminPaths.order(order.code)} className="font-semibold text-accent-text hover:underline">
            {order.code}
          </Link>
          {invoice && (
            <p className="tabular-nums">
              {t('wholesale.desk.balance', { invoice: invoice.number, received: money(invoice.received), due: money(invoice.due) })}
            </p>
          )}
          {invoice && invoice.excess > 0 && (
            <p className="font-medium text-bad">{t('wholesale.desk.excess', { amount: money(invoice.excess) })}</p>
          )}
        </Card>
      )}
      {order && invoice && (
        <Card id="transfer" title={t('wholesale.desk.transfer.title')}>
          <TransferForm key={`${invoice.received} ${invoice.excess}`} request={request} />
        </Card>
      )}
      {CAN_QUOTE.includes(status) && (
        <Card id="answer" title={t('wholesale.desk.quote.title')}>
          <QuoteForm key={quote?.version ?? 0} request={request} />
        </Card>
      )}
      {CAN_CANCEL.includes(status) && <CancelForm code={code} />}
      <History request={request} />
    </div>
  )
}
