import { useQuery } from '@tanstack/react-query'
import { KeyRound, type LucideIcon, MonitorSmartphone, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AccountPage, PhoneNumber, WithUser } from '~/features/account/page'
import { devicesQuery, securityEventsQuery } from '~/features/account/queries'
import { browserText } from '~/features/account/browser-text'
import { PasskeysSection } from '~/features/passkeys/components/passkeys-section'
import type { SecurityEvent } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { ListSkeleton } from '~shared/ui/list-states'
import { Section } from '~shared/ui/section'
import { Skeleton } from '~shared/ui/states'

export function Component() {
  const t = useT()
  return (
    <AccountPage title={t('account.security.title')} text={t('account.security.text')}>
      <WithUser>
        {(user) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
            <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
              <SecurityItem
                Icon={KeyRound}
                tone="bg-rose"
                title={t('account.password.word')}
                to={paths.profilePassword()}
                action={t('account.change')}
              >
                {user.hasPassword ? t('account.security.hasPassword') : t('account.password.missing')}
              </SecurityItem>
              <SecurityItem Icon={Phone} tone="bg-peach" title={t('account.phone')} to={paths.profilePhone()} action={t('account.change')}>
                <PhoneNumber user={user} />
              </SecurityItem>
              <DevicesItem />
            </ul>
            <Section title={t('account.passkeys.title')}>
              <PasskeysSection user={user} />
            </Section>
            <Section title={t('account.security.events')}>
              <Events />
            </Section>
          </div>
        )}
      </WithUser>
    </AccountPage>
  )
}

interface SecurityItemProps {
  Icon: LucideIcon
  tone: string
  title: string
  to: string
  action: string
  children: ReactNode
}

const SecurityItem = ({ Icon, tone, title, to, action, children }: SecurityItemProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-5">
    <span className={`grid size-11 shrink-0 place-items-center rounded-full ${tone}`}>
      <Icon aria-hidden className="size-5" />
    </span>
    <div className="min-w-28 grow basis-0">
      <h2 className="text-base">{title}</h2>
      <div className="text-sm text-muted">{children}</div>
    </div>
    <ButtonLink to={to} look="secondary" className="max-sm:ml-15">
      {action}
      <span className="sr-only">: {title}</span>
    </ButtonLink>
  </li>
)

function DevicesItem() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(devicesQuery(locale))
  return (
    <SecurityItem
      Icon={MonitorSmartphone}
      tone="bg-sky"
      title={t('account.devices.title')}
      to={paths.devices()}
      action={t('account.security.toDevices')}
    >
      {isPending && <Skeleton className="mt-1 h-4 w-40" />}
      {data && t('account.overview.devices', { count: data.data.length })}
    </SecurityItem>
  )
}

/** The number of events before a press on “show all”. */
const FIRST_EVENTS = 8

function Events() {
  const { t, locale } = useI18n()
  const { data, isPending } = useQuery(securityEventsQuery(locale))
  const [showsAll, setShowsAll] = useState(false)
  if (isPending) return <ListSkeleton rows={2} />
  if (!data) return <p className="text-muted">{t('common.failure.unknown')}</p>
  const events = data.data
  if (events.length === 0) return <p className="text-muted">{t('account.security.noEvents')}</p>
  const shown = showsAll ? events : events.slice(0, FIRST_EVENTS)
  return (
    <>
      <p className="max-w-2xl text-pretty text-muted">{t('account.security.eventsText')}</p>
      <ol className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {shown.map((event) => (
          <EventItem key={`${event.at} ${event.kind}`} event={event} />
        ))}
      </ol>
      {shown.length < events.length && (
        <Button look="secondary" size="lg" className="justify-self-start" onClick={() => setShowsAll(true)}>
          {t('account.security.allEvents', { count: events.length })}
        </Button>
      )}
    </>
  )
}

function EventItem({ event }: { event: SecurityEvent }) {
  const { t, locale } = useI18n()
  const now = useNow()
  return (
    <li className="grid gap-0.5 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div>
        <p className="font-semibold">{t(`account.security.event.${event.kind}`)}</p>
        <p className="text-sm text-muted">{browserText(t, event)}</p>
      </div>
      <time dateTime={event.at} className="text-sm text-muted tabular-nums">
        {dayAndTime(locale, event.at, now)}
      </time>
    </li>
  )
}
