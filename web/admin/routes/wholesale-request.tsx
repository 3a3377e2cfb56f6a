// The page of one wholesale request: what the customer wants, the quote (prices of an operator), the order, its invoice and transfers.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { Customer } from '~admin/features/wholesale/customer'
import { CancelForm, TransferForm } from '~admin/features/wholesale/forms'
import { StatusChanges, Transfers } from '~admin/features/wholesale/history'
import { QuoteForm } from '~admin/features/wholesale/quote-form'
import { adminPaths } from '~admin/paths'
import { ForStaff } from '~admin/ui/admin-page'
import { isNotFound } from '~shared/api/failure'
import type { WholesaleRequest } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { RequestCard, QuoteTable, StateBadge, RequestedGoods } from '~shared/features/wholesale/parts'
import { adminRequestQuery } from '~shared/features/wholesale/queries'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { useDocumentHead } from '~shared/lib/document-head'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { RelativeTime } from '~shared/ui/relative-time'
import { IfMay } from '~admin/session/access'

export function Component() {
  const { t } = useI18n()
  const { code = '' } = useParams()
  useDocumentHead(t('common.titleOf', { name: t('wholesale.request', { code }) }))
  return (
    <ForStaff needs="wholesale_read">
      <RequestPage code={code} />
    </ForStaff>
  )
}

function RequestPage({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(adminRequestQuery(locale, code))
  if (!data && isNotFound(error))
    return <EmptyState picture={emptySearch} title={t('wholesale.admin.notFound')} text={t('wholesale.admin.notFoundText')} asPageTitle />
  if (!data && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return <Request request={data.data} />
}

/** The statuses in which an operator can send a quote, and those in which the request can be cancelled. */
const CAN_QUOTE = ['requested', 'quoted', 'expired', 'declined']
const CAN_CANCEL = ['requested', 'quoted', 'accepted', 'paid']

/** Parts that the status does not have yet are left out. */
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
          {t('wholesale.admin.title')}
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="text-3xl tabular-nums">
            {t('wholesale.request', { code })}
          </h1>
          <StateBadge state={status} />
          <RelativeTime at={createdAt} className="text-muted" />
        </div>
      </div>
      <RequestCard id="customer" title={t('wholesale.admin.customer')}>
        <Customer request={request} />
      </RequestCard>
      <RequestCard id="wanted" title={t('wholesale.wanted')}>
        <RequestedGoods request={request} />
      </RequestCard>
      {quote && (
        <RequestCard id="quote" title={t('wholesale.quote.title')}>
          <p className="text-muted">{t('wholesale.quote.validUntil', { when: dayAndTime(locale, quote.validUntil, now) })}</p>
          <QuoteTable quote={quote} />
        </RequestCard>
      )}
      {order && <OrderCard code={order.code} invoice={invoice} />}
      {order && invoice && (
        <RequestCard id="transfer" title={t('wholesale.admin.transfer.title')}>
          <IfMay permission="payments_write">
            <TransferForm key={`${invoice.received} ${invoice.excess}`} request={request} />
          </IfMay>
        </RequestCard>
      )}
      {CAN_QUOTE.includes(status) && (
        <RequestCard id="answer" title={t('wholesale.admin.quote.title')}>
          <IfMay permission="wholesale_write">
            <QuoteForm key={quote?.version ?? 0} request={request} />
          </IfMay>
        </RequestCard>
      )}
      {CAN_CANCEL.includes(status) && (
        <IfMay permission="wholesale_write">
          <CancelForm code={code} />
        </IfMay>
      )}
      <Transfers transfers={request.transfers} />
      <StatusChanges changes={request.changes} />
    </div>
  )
}

function OrderCard({ code, invoice }: { code: string; invoice: WholesaleRequest['invoice'] }) {
  const { t } = useI18n()
  return (
    <RequestCard id="order" title={t('wholesale.admin.order')}>
      <Link to={adminPaths.order(code)} className="font-semibold text-accent-text hover:underline">
        {code}
      </Link>
      {invoice && (
        <p className="tabular-nums">
          {t('wholesale.admin.balance', { invoice: invoice.number, received: money(invoice.received), due: money(invoice.due) })}
        </p>
      )}
      {invoice && invoice.excess > 0 && (
        <p className="font-medium text-bad">{t('wholesale.admin.excess', { amount: money(invoice.excess) })}</p>
      )}
    </RequestCard>
  )
}
