// The account's bonuses. A bonus is worth one qəpik. Bonuses of an order mature after the return period and expire later.

import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { AccountPage } from '~/features/account/page'
import { bonusesQuery } from '~/features/account/queries'
import { lastDay } from '~/features/bonuses/rules'
import type { BonusEntry, DatedBonus } from '~shared/api/types'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { number } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t, locale } = useI18n()
  const [pageCount, setPageCount] = useState(1)
  const results = useQueries({ queries: Array.from({ length: pageCount }, (_, index) => bonusesQuery(locale, index + 1)) })
  useDocumentHead(t('common.titleOf', { name: t('account.bonuses.title') }))
  const first = results[0]
  const isLoading = results.some(({ isPending }) => isPending)
  if (first?.isError && !first.data) return <LoadFailure onRetry={() => void first.refetch()} />
  const bonuses = first?.data?.data
  const entries = results.flatMap(({ data }) => data?.data.entries ?? [])
  if (bonuses && entries.length === 0)
    return (
      <EmptyState picture={emptyBell} title={t('account.bonuses.empty')} text={t('account.bonuses.emptyText')} asPageTitle>
        <ButtonLink to={paths.bonuses()} look="secondary" size="lg">
          {t('account.bonuses.rules')}
        </ButtonLink>
        <ButtonLink to={paths.home()} size="lg">
          {t('common.toShop')}
        </ButtonLink>
      </EmptyState>
    )
  return (
    <AccountPage title={t('account.bonuses.title')} text={t('account.bonuses.text')}>
      <Link to={paths.bonuses()} className="-my-3 inline-flex min-h-11 w-max items-center font-semibold text-accent-text hover:underline">
        {t('account.bonuses.rules')}
      </Link>
      {bonuses && (
        <dl className="grid gap-4 sm:grid-cols-2">
          <Sum name={t('account.bonuses.balance')} amount={bonuses.balance} />
          <Sum name={t('account.bonuses.pending')} amount={bonuses.pending} />
        </dl>
      )}
      {bonuses && <DatedBonuses title={t('account.bonuses.expiring')} sums={bonuses.expiring} isEnd />}
      {bonuses && <DatedBonuses title={t('account.bonuses.maturing')} sums={bonuses.maturing} />}
      {bonuses && (
        <section className="grid gap-3">
          <h2 className="text-xl">{t('account.bonuses.history')}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
            {entries.map((entry) => (
              <HistoryEntry key={`${entry.kind} ${entry.orderCode} ${entry.at}`} entry={entry} />
            ))}
          </ul>
        </section>
      )}
      {isLoading && <ListSkeleton />}
      {pageCount < (first?.data?.meta.lastPage ?? 1) && (
        <div>
          <Button look="secondary" size="lg" disabled={isLoading} onClick={() => setPageCount(pageCount + 1)}>
            {t('catalog.loadMore')}
          </Button>
        </div>
      )}
    </AccountPage>
  )
}

function Sum({ name, amount }: { name: string; amount: number }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-1 rounded-xl border border-line bg-surface p-5">
      <dt className="text-muted">{name}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{t('account.bonuses.bonuses', { count: amount, n: number(amount) })}</dd>
    </div>
  )
}

/** Bonuses by the day on which they become available or, with `isEnd`, expire. */
function DatedBonuses({ title, sums, isEnd = false }: { title: string; sums: DatedBonus[]; isEnd?: boolean }) {
  const { t, locale } = useI18n()
  if (sums.length === 0) return null
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {sums.map(({ amount, at }) => (
          <li key={at} className="flex items-center justify-between gap-4 px-5 py-3">
            <span>
              {isEnd
                ? t('account.bonuses.until', { date: date(locale, lastDay(at)) })
                : t('account.bonuses.from', { date: date(locale, at) })}
            </span>
            <span className="font-semibold tabular-nums">{t('account.bonuses.bonuses', { count: amount, n: number(amount) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function HistoryEntry({ entry: { kind, amount, orderCode, at, expiresAt } }: { entry: BonusEntry }) {
  const { t, locale } = useI18n()
  return (
    <li className="flex items-center justify-between gap-4 p-5">
      <div className="grid min-w-0">
        <p className="font-semibold">{t(`account.bonuses.${kind}`)}</p>
        <p className="text-sm text-muted">
          {date(locale, at)},{' '}
          <Link to={paths.order(orderCode)} className="hover:text-accent-text hover:underline">
            {t('account.bonuses.order', { code: orderCode })}
          </Link>
        </p>
        {kind === 'earned' && (
          <p className="text-sm text-muted">{t('account.bonuses.validUntil', { date: date(locale, lastDay(expiresAt)) })}</p>
        )}
      </div>
      <p className="shrink-0 font-semibold tabular-nums">{amount > 0 ? `+${number(amount)}` : number(amount)}</p>
    </li>
  )
}
