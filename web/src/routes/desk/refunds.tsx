import { useSearchParams } from 'react-router'
import emptyBell from '~/assets/pictures/empty-bell.webp'
import { DeskPage } from '~/features/desk/desk-page'
import { deskRefundsQuery, REFUND_STATES } from '~/features/desk/queries'
import { Queue } from '~/features/desk/queue'
import { RefundCard } from '~/features/desk/refund-card'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'

/** Who wants money back, by what became of it; the state is in the address. */
export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = REFUND_STATES.find((one) => one === search.get('veziyyet')) ?? 'requested'
  const choices = REFUND_STATES.map((one) => ({
    to: deskPaths.refunds(one === 'requested' ? undefined : one),
    label: t(`desk.refunds.state.${one}`),
    isCurrent: one === state,
  }))
  return (
    <DeskPage title={t('desk.refunds.title')} text={t('desk.refunds.text')}>
      <FilterLinks label={t('desk.refunds.states')} choices={choices} />
      <Queue
        key={state}
        queryOf={(page) => deskRefundsQuery(locale, state, page)}
        keyOf={({ id }) => id}
        counted={(count) => t('desk.refunds.count', { count })}
        empty={
          state === 'requested' ? (
            <EmptyState picture={emptyBell} title={t('desk.refunds.empty')} text={t('desk.refunds.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('desk.refunds.emptyElse')}</p>
          )
        }
      >
        {(refund) => <RefundCard key={refund.id} refund={refund} />}
      </Queue>
    </DeskPage>
  )
}
