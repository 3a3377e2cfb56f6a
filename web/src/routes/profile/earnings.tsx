// The earnings of an influencer: sums, figures of a period, and history.

import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountPage } from '~/features/account/page'
import { Cashouts } from '~/features/influencer/cashout/cashouts'
import { OwnLink, Rates } from '~/features/influencer/earnings/parts'
import { earningsQuery, type Period } from '~/features/influencer/queries'
import type { InfluencerEarnings } from '~shared/api/types'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { useAuth } from '~shared/features/auth/store'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink } from '~shared/ui/button'
import { RadioPill } from '~shared/ui/choices'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { Sum } from '~/features/influencer/earnings/sum'
import { Figures } from '~/features/influencer/earnings/period-figures'
import { History } from '~/features/influencer/earnings/history'

const PERIODS: Period[] = [30, 90]

export function Component() {
  const { t } = useI18n()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  useDocumentHead(t('common.titleOf', { name: t('account.earnings.title') }))
  if (isBlogger) return <Earnings />
  return (
    <EmptyState picture={emptyHeart} title={t('account.earnings.bloggersOnly')} text={t('account.influencer.text')} asPageTitle>
      <ButtonLink to={paths.influencerForm()} size="lg">
        {t('account.influencer.link')}
      </ButtonLink>
    </EmptyState>
  )
}

/** Choosing another period starts again with the newest page of the history. */
function Earnings() {
  const { t, locale } = useI18n()
  const [days, setDays] = useState<Period>(30)
  const [pages, setPages] = useState(1)
  const results = useQueries({ queries: Array.from({ length: pages }, (_, index) => earningsQuery(locale, days, index + 1)) })
  const first = results[0]
  const isLoading = results.some(({ isPending }) => isPending)
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  const earnings = first?.data?.data
  const entries = results.flatMap(({ data }) => data?.data.entries ?? [])
  return (
    <AccountPage title={t('account.earnings.title')} text={t('account.earnings.text')}>
      {earnings && (
        <>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Sum
              name={t(earnings.balance < 0 ? 'account.earnings.owed' : 'account.earnings.balance')}
              sum={money(Math.abs(earnings.balance))}
            />
            <Sum name={t('account.earnings.pending')} sum={money(earnings.pending)} />
            <Sum name={t('account.earnings.earnedEver')} sum={money(earnings.earned)} />
            <Sum name={t('account.earnings.takenBackEver')} sum={money(earnings.takenBack)} />
          </dl>
          <Cashouts />
          <OwnLink code={earnings.code} windowDays={earnings.windowDays} />
          <PendingSums earnings={earnings} />
        </>
      )}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 text-xl font-semibold">{t('account.earnings.period')}</legend>
          {PERIODS.map((period) => (
            <RadioPill
              key={period}
              name="period"
              label={t('account.earnings.days', { count: period, n: period })}
              checked={days === period}
              onChange={() => {
                setDays(period)
                setPages(1)
              }}
            />
          ))}
        </fieldset>
        {earnings && <Figures earnings={earnings} />}
      </section>
      {earnings && <Rates rates={earnings.rates} returnDays={earnings.returnDays} />}
      {entries.length > 0 && <History entries={entries} />}
      {isLoading && <ListSkeleton />}
      {pages < (first?.data?.meta.lastPage ?? 1) && (
        <div>
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </AccountPage>
  )
}

/** Earnings that cannot be paid yet, by the day on which they can. */
function PendingSums({ earnings: { maturing } }: { earnings: InfluencerEarnings }) {
  const { t, locale } = useI18n()
  if (maturing.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t('account.earnings.maturing')}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {maturing.map(({ amount, at }) => (
          <li key={at} className="flex items-center justify-between gap-4 px-5 py-3">
            <span>{t('account.earnings.from', { date: date(locale, at) })}</span>
            <span className="font-semibold tabular-nums">{money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
