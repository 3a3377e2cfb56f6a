// The page of refunds: customers ask for money back for goods of an order, and operators decide.
import { useSearchParams } from 'react-router'
import { refundColumns } from '~admin/features/exports/columns'
import { adminRefundsQuery, REFUND_STATUSES } from '~admin/features/orders/api'
import { RefundCard } from '~admin/features/refunds/refund-card'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { useI18n } from '~shared/i18n/context'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const state = REFUND_STATUSES.find((state) => state === search.get('veziyyet')) ?? 'requested'
  const choices = REFUND_STATUSES.map((option) => ({
    to: adminPaths.refunds(option === 'requested' ? undefined : option),
    label: t(`admin.refunds.state.${option}`),
    isCurrent: option === state,
  }))
  return (
    <AdminPage needs="orders_read" title={t('admin.refunds.title')} text={t('admin.refunds.text')}>
      <FilterLinks label={t('admin.refunds.states')} choices={choices} />
      <PagedList
        key={state}
        queryOf={(page) => adminRefundsQuery(locale, state, page)}
        keyOf={({ id }) => id}
        countText={(count) => t('admin.refunds.count', { count })}
        exported={{ list: 'refunds', columns: refundColumns({ t, locale }) }}
        empty={
          state === 'requested' ? (
            <EmptyState picture={emptyBell} title={t('admin.refunds.empty')} text={t('admin.refunds.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('admin.refunds.emptyElse')}</p>
          )
        }
      >
        {(refund) => <RefundCard key={refund.id} refund={refund} />}
      </PagedList>
    </AdminPage>
  )
}
