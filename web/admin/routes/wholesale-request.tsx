// The page of one wholesale request: what the customer wants, the quote (prices of an operator), the order, its invoice and transfers.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Copy, Download, Mail, Phone } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { CancelForm, TransferForm } from '~admin/features/wholesale/forms'
import { QuoteForm } from '~admin/features/wholesale/quote-form'
import { useCopy } from '~admin/lib/copy'
import { adminPaths } from '~admin/paths'
import { ForStaff } from '~admin/ui/admin-page'
import { isNotFound } from '~shared/api/failure'
import type { WholesaleRequest } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { RequestCard, QuoteTable, StateBadge, RequestedGoods } from '~shared/features/wholesale/parts'
import { adminRequestQuery } from '~shared/features/wholesale/queries'
import { useI18n } from '~shared/i18n/context'
import { date, dayAndTime, timeOfDay } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { fileOf } from '~shared/lib/paths'
import { phoneText } from '~shared/lib/text'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, buttonClass } from '~shared/ui/button'
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
      {order && (
        <RequestCard id="order" title={t('wholesale.admin.order')}>
          <Link to={adminPaths.order(order.code)} className="font-semibold text-accent-text hover:underline">
            {order.code}
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
      )}
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
      <History request={request} />
    </div>
  )
}

/** The files of the request need the secret of the customer's link, too. */
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** Customers without e-mail get the link to their request from the operator, who can copy it here. */
function Customer({ request }: { request: WholesaleRequest }) {
  const { t } = useI18n()
  const { code, companyName, voen, name, phoneNumber, email, link, quote, invoice } = request
  const copy = useCopy()
  return (
    <>
      <div>
        {companyName && (
          <p className="font-semibold wrap-anywhere">
            {companyName}
            {voen && <span className="font-normal text-muted tabular-nums">, {t('wholesale.admin.voen', { voen })}</span>}
          </p>
        )}
        <p className="wrap-anywhere">{name}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={`tel:${phoneNumber}`} className={buttonClass('secondary')}>
          <Phone aria-hidden className="size-4.5" />
          <span className="tabular-nums">{phoneText(phoneNumber)}</span>
        </a>
        {email && (
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(`Sovqat: ${code}`)}`}
            className={buttonClass('secondary', 'md', 'max-w-full')}
          >
            <Mail aria-hidden className="size-4.5 shrink-0" />
            <span className="truncate">{email}</span>
          </a>
        )}
        {link && (
          <Button look="secondary" onClick={() => void copy(link, t('wholesale.admin.copied'))}>
            <Copy aria-hidden className="size-4.5" />
            {t('wholesale.admin.copyLink')}
          </Button>
        )}
        {link && quote && (
          <a href={fileOf(code, tokenOf(link), 'quote')} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
            <Download aria-hidden className="size-4.5" />
            {t('wholesale.quote.file')}
          </a>
        )}
        {link && invoice && (
          <a href={fileOf(code, tokenOf(link), 'invoice')} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
            <Download aria-hidden className="size-4.5" />
            {t('wholesale.pay.file')}
          </a>
        )}
      </div>
    </>
  )
}

const KNOWN_ACTORS = ['customer', 'bank', 'clock'] as const

/** Shows the bank transfers and the changes of the status, newest first. */
function History({ request: { changes, transfers } }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  return (
    <>
      {transfers.length > 0 && (
        <RequestCard id="transfers" title={t('wholesale.admin.transfer.list')}>
          <ul className="divide-y divide-line">
            {transfers.toReversed().map(({ direction, reference, amount, date: day, operatorId }) => (
              <li key={`${direction} ${reference}`} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
                <span className="min-w-0 wrap-anywhere">
                  {t(`wholesale.admin.transfer.way.${direction === 'out' ? 'out' : 'in'}`)}, {reference}
                </span>
                <span className="tabular-nums">
                  <strong>{money(direction === 'out' ? -amount : amount)}</strong>{' '}
                  <span className="text-muted">
                    {/* Noon in UTC is the same day in Baku. */}
                    {date(locale, `${day}T12:00:00Z`)}, {t('admin.actor.operator', { number: String(operatorId) })}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </RequestCard>
      )}
      <RequestCard id="history" title={t('admin.history')}>
        <ol className="divide-y divide-line">
          {changes.toReversed().map(({ status, at, actor, reason }) => {
            const knownActor = KNOWN_ACTORS.find((candidate) => candidate === actor)
            return (
              <li key={`${at} ${status}`} className="grid gap-0.5 py-3">
                <p className="font-medium">{t(`wholesale.state.${status}`)}</p>
                <p className="text-sm text-muted tabular-nums">
                  <time dateTime={at}>
                    {date(locale, at)}, {timeOfDay(at)}
                  </time>
                  {actor && `, ${knownActor ? t(`wholesale.admin.actor.${knownActor}`) : t('admin.actor.operator', { number: actor })}`}
                </p>
                {reason && <p className="text-[0.9375rem] text-muted wrap-anywhere">{reason}</p>}
              </li>
            )
          })}
        </ol>
      </RequestCard>
    </>
  )
}
