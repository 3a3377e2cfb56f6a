// A wholesale request as the customer sees it. The token in the address replaces a sign-in.

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { AcceptForm } from '~/features/wholesale/accept-form'
import { PayPanel } from '~/features/wholesale/pay-panel'
import { isNotFound } from '~shared/api/failure'
import type { WholesaleRequest } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { FormArea } from '~shared/features/forms/fields'
import { optionalText } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { declineQuote } from '~shared/features/wholesale/mutations'
import { RequestCard, QuoteTable, StateBadge, RequestedGoods } from '~shared/features/wholesale/parts'
import { requestQuery } from '~shared/features/wholesale/queries'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { fileOf, paths, wholesalePaths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'
import { Button, buttonClass, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

/** The pause between two polls after a return from the bank, until the payment is known. */
const POLL_MS = 5_000

/** An unknown code and a wrong token look the same. */
export function Component() {
  const { t, locale } = useI18n()
  const { code = '' } = useParams()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const isBackFromBank = search.has('odenis')
  useDocumentHead(t('common.titleOf', { name: t('wholesale.request', { code }) }))
  const { data, error, refetch } = useQuery({
    ...requestQuery(locale, code, token),
    refetchInterval: ({ state }) => (isBackFromBank && state.data?.data.status === 'accepted' ? POLL_MS : false),
  })
  if (!data && isNotFound(error))
    return (
      <EmptyState
        picture={emptySearch}
        title={t('errors.wholesale_not_found.title')}
        text={t('errors.wholesale_not_found.detail')}
        asPageTitle
      >
        <ButtonLink to={wholesalePaths.form()}>{t('wholesale.again')}</ButtonLink>
      </EmptyState>
    )
  if (!data && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return <Request request={data.data} token={token} onChanged={refetch} />
}

interface RequestProps {
  request: WholesaleRequest
  token: string
  onChanged: () => Promise<unknown>
}

function Request({ request, token, onChanged }: RequestProps) {
  const { t, locale } = useI18n()
  const now = useNow()
  const { code, status, quote } = request
  const isOpen = status === 'quoted' && quote !== undefined
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    { name: t('wholesale.title'), to: wholesalePaths.form() },
  ]
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} page={t('wholesale.request', { code })} />
      <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 py-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="text-3xl tabular-nums">
            {t('wholesale.request', { code })}
          </h1>
          <StateBadge state={status} />
        </div>
        <p role="status" className="max-w-2xl text-pretty">
          {t(`wholesale.stateText.${status}`)}
        </p>
        {status === 'accepted' && (
          <RequestCard id="pay" title={t('wholesale.pay.title')}>
            <PayPanel request={request} token={token} onChanged={onChanged} />
          </RequestCard>
        )}
        {quote && (
          <RequestCard id="quote" title={t('wholesale.quote.title')}>
            {isOpen && (
              <p className="font-medium">{t('wholesale.quote.validUntil', { when: dayAndTime(locale, quote.validUntil, now) })}</p>
            )}
            <QuoteTable quote={quote} />
            <a
              href={fileOf(code, token, 'quote')}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('secondary', 'md', 'justify-self-start')}
            >
              <Download aria-hidden className="size-4.5" />
              {t('wholesale.quote.file')}
            </a>
          </RequestCard>
        )}
        {isOpen && (
          <RequestCard id="accept" title={t('wholesale.accept.title')}>
            <p className="text-muted">{t('wholesale.accept.text')}</p>
            {/* A new version of the quote starts an empty form: the customer must read it before accepting. */}
            <AcceptForm key={quote.version} request={request} quote={quote} token={token} onAccepted={onChanged} />
            <DeclineForm code={code} token={token} onDeclined={onChanged} />
          </RequestCard>
        )}
        <RequestCard id="wanted" title={t('wholesale.wanted')}>
          <RequestedGoods request={request} />
        </RequestCard>
      </div>
    </>
  )
}

const MAX_REASON_LENGTH = 500
const Schema = v.object({ reason: optionalText(MAX_REASON_LENGTH) })

interface DeclineFormProps {
  code: string
  token: string
  onDeclined: () => Promise<unknown>
}

function DeclineForm({ code, token, onDeclined }: DeclineFormProps) {
  const { t, locale } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const form = useSendForm({
    schema: Schema,
    values: { reason: '' },
    labels: { reason: t('wholesale.decline.reason') },
    send: ({ reason }) => declineQuote(locale, code, { token, ...(reason && { reason }) }),
    onSent: onDeclined,
  })
  if (!isOpen)
    return (
      <Button look="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('wholesale.decline.open')}
      </Button>
    )
  return (
    <SendForm
      form={form}
      submit={t('wholesale.decline.submit')}
      beside={
        <Button look="quiet" size="lg" onClick={() => setOpen(false)}>
          {t('wholesale.decline.back')}
        </Button>
      }
    >
      <FormArea name="reason" optional rows={2} maxLength={MAX_REASON_LENGTH} />
    </SendForm>
  )
}
