// The list of parked events: events that a service failed to apply several times. A feed is the list of a service's events.
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { ConfirmButton } from '~admin/ui/confirm-button'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { FormArea } from '~shared/features/forms/fields'
import { text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { FilterLinks } from '~shared/ui/filter-links'
import { ListSkeleton, LoadFailure, LoadMoreButton } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'
import { toast } from '~shared/ui/toast-store'
import { discardEvent, type ParkedEvent, SERVICES, useParkedPages, useRefreshSystem, useReplay, useReplayFeed } from './api'

export function ParkedList({ service }: { service: string | undefined }) {
  const { t, locale } = useI18n()
  const { events, missing, isLoading, hasFailed, hasMore, more, retry } = useParkedPages(locale, service)
  const choices = [undefined, ...SERVICES].map((choice) => ({
    to: adminPaths.system(choice),
    label: choice ?? t('adminSystem.all'),
    isCurrent: choice === service,
  }))
  // One event for each pair of service and feed, for the buttons that replay a whole feed.
  const feeds = [...new Map(events.map((event) => [`${event.service} ${event.feed}`, event])).values()]
  return (
    <section id="parked" aria-labelledby="parked-title" className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="parked-title" className="text-xl">
        {t('adminSystem.parkedTitle')}
      </h2>
      <p className="max-w-2xl text-muted">{t('adminSystem.parkedText')}</p>
      <FilterLinks label={t('adminSystem.filter')} choices={choices} />
      {missing.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p className="grow font-medium">{t('adminSystem.missing', { services: missing.join(', ') })}</p>
          <Button look="secondary" onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {hasFailed && <LoadFailure onRetry={retry} />}
      {!hasFailed && events.length === 0 && !isLoading && (
        <EmptyState picture={emptyBell} title={t('adminSystem.empty')} text={t('adminSystem.emptyText')} />
      )}
      {feeds.length > 0 && (
        <IfMay permission="system_write">
          <div className="flex flex-wrap gap-2">
            {feeds.map((event) => (
              <ReplayFeedButton key={`${event.service} ${event.feed}`} service={event.service} feed={event.feed} />
            ))}
          </div>
        </IfMay>
      )}
      <ul className="grid gap-4">
        {events.map((event) => (
          <ParkedCard key={`${event.service} ${event.id}`} event={event} />
        ))}
      </ul>
      {isLoading && <ListSkeleton />}
      {hasMore && !isLoading && !hasFailed && <LoadMoreButton isLoading={isLoading} onMore={more} />}
    </section>
  )
}

function ReplayFeedButton({ service, feed }: { service: string; feed: string }) {
  const { t } = useI18n()
  const replay = useReplayFeed(service, feed)
  return (
    <ConfirmButton
      label={t('adminSystem.replayFeed', { service, feed })}
      confirm={t('adminSystem.replayNow')}
      isBusy={replay.isPending}
      onConfirm={() => replay.mutate()}
    />
  )
}

function ParkedCard({ event }: { event: ParkedEvent }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const replay = useReplay(event)
  const [isDiscarding, setDiscarding] = useState(false)
  const { id, service, feed, kind, position, error, attempts, parkedAt, occurredAt } = event
  const name = `${service} ${id}`
  return (
    <li className="grid min-w-0 gap-3 rounded-xl border border-line bg-surface p-5">
      <div>
        <p className="text-sm text-muted">{t('adminSystem.from', { feed, service, position })}</p>
        <h3 className="text-lg wrap-anywhere">{kind}</h3>
      </div>
      <p className="rounded-lg bg-bad-soft px-4 py-3 text-bad wrap-anywhere">{error}</p>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{t('adminSystem.parkedAt', { time: dayAndTime(locale, parkedAt, now) })}</span>
        <span>{t('adminSystem.occurredAt', { time: dayAndTime(locale, occurredAt, now) })}</span>
        <span>{t('adminSystem.attempts', { count: attempts })}</span>
      </p>
      <Payload event={event} />
      <IfMay permission="system_write">
        {isDiscarding ? (
          <DiscardForm event={event} onClose={() => setDiscarding(false)} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button busy={replay.isPending} disabled={replay.isPending} onClick={() => replay.mutate()}>
              {t('adminSystem.replay')}
              <span className="sr-only">: {name}</span>
            </Button>
            <Button look="secondary" onClick={() => setDiscarding(true)}>
              {t('adminSystem.discard')}
              <span className="sr-only">: {name}</span>
            </Button>
          </div>
        )}
      </IfMay>
    </li>
  )
}

/** Personal data is hidden; only the names of hidden members are listed. */
function Payload({ event: { payload, hidden } }: { event: ParkedEvent }) {
  const { t } = useI18n()
  return (
    <details className="min-w-0">
      <summary className="flex min-h-11 cursor-pointer items-center text-accent-text">{t('adminSystem.payload')}</summary>
      <pre className="rounded-lg bg-sunken p-4 text-sm whitespace-pre-wrap wrap-anywhere">{indented(payload)}</pre>
      {hidden.length > 0 && <p className="mt-2 text-sm text-muted">{t('adminSystem.hidden', { names: hidden.join(', ') })}</p>}
    </details>
  )
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

const REASON_LENGTH = { min: 3, max: 500 }
const ReasonSchema = v.object({ reason: text(REASON_LENGTH.max, REASON_LENGTH.min) })

/** The audit log keeps the reason. */
function DiscardForm({ event, onClose }: { event: ParkedEvent; onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshSystem()
  const sendForm = useSendForm({
    schema: ReasonSchema,
    values: { reason: '' },
    labels: { reason: t('adminSystem.reason') },
    send: ({ reason }) => discardEvent(locale, event, reason),
    onSent: async () => {
      toast.good(t('adminSystem.discarded'))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('reason'), [setFocus])
  return (
    <SendForm
      form={sendForm}
      submit={t('adminSystem.discardNow')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('adminStaff.cancel')}
        </Button>
      }
    >
      <FormArea name="reason" rows={2} hint={t('adminSystem.reasonHint')} />
    </SendForm>
  )
}
