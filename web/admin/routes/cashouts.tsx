// The page of cash-outs: payments of a blogger's earnings to a card, which an operator approves.
import { useSearchParams } from 'react-router'
import { cashoutColumns } from '~admin/features/exports/columns'
import { adminCashoutsQuery } from '~admin/features/cashouts/api'
import { CashoutCard } from '~admin/features/cashouts/cashout-card'
import { adminPaths } from '~admin/paths'
import { AdminPage, PagedList } from '~admin/ui/admin-page'
import emptyHeart from '~shared/assets/pictures/empty-heart.webp'
import { useI18n } from '~shared/i18n/context'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'

export function Component() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const isOpen = search.get('veziyyet') !== 'bitmis'
  const choices = [
    { to: adminPaths.cashouts(), label: t('admin.cashouts.open'), isCurrent: isOpen },
    { to: adminPaths.cashouts('bitmis'), label: t('admin.cashouts.ended'), isCurrent: !isOpen },
  ]
  return (
    <AdminPage needs="payouts_read" title={t('admin.cashouts.title')} text={t('admin.cashouts.text')}>
      <FilterLinks label={t('admin.cashouts.states')} choices={choices} />
      <PagedList
        key={String(isOpen)}
        queryOf={(page) => adminCashoutsQuery(locale, { isOpen }, page)}
        keyOf={({ cashout }) => cashout.code}
        countText={(count) => t('admin.cashouts.count', { count })}
        exported={{ list: 'cashouts', columns: cashoutColumns({ t, locale }) }}
        empty={
          isOpen ? (
            <EmptyState picture={emptyHeart} title={t('admin.cashouts.empty')} text={t('admin.cashouts.emptyText')} />
          ) : (
            <p className="py-10 text-center text-muted">{t('admin.cashouts.emptyEnded')}</p>
          )
        }
      >
        {(entry) => <CashoutCard key={entry.cashout.code} entry={entry} />}
      </PagedList>
    </AdminPage>
  )
}
