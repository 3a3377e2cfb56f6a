import { useFresh } from '~admin/ui/use-fresh'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { isNotFound } from '~shared/api/failure'
import { everyStoreQuery } from '~admin/features/campaigns/queries'
import { treeQuery } from '~shared/features/catalog/queries'
import { AdminPage } from '~admin/ui/admin-page'
import { Changes } from '~admin/features/promos/changes'
import { PromoForm } from '~admin/features/promos/promo-form'
import { promoQuery } from '~admin/features/promos/queries'
import { PromoStatusBadge } from '~admin/features/promos/status-badge'
import { Trial } from '~admin/features/promos/trial'
import { useI18n } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

/** A new code, or one of the list with its trial and its history. */
export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <AdminPage title={t(id === undefined ? 'campaigns.promos.new' : 'campaigns.promos.open')} text={t('campaigns.promos.text')}>
      <Editor key={id} id={id} />
    </AdminPage>
  )
}

function Editor({ id }: { id: string | undefined }) {
  const { t, locale } = useI18n()
  const stores = useQuery(everyStoreQuery(locale))
  const tree = useQuery(treeQuery(locale))
  const promo = useFresh({ ...promoQuery(locale, id ?? ''), enabled: id !== undefined })
  const known = promo.data?.data
  if (isNotFound(promo.error))
    return (
      <EmptyState picture={emptySearch} title={t('errors.promo_not_found.title')} text={t('campaigns.promos.emptyText')}>
        <ButtonLink to={adminPaths.promos()}>{t('campaigns.promos.back')}</ButtonLink>
      </EmptyState>
    )
  if ((stores.isError && !stores.data) || (tree.isError && !tree.data) || (promo.isError && !known))
    return <LoadFailure onRetry={() => void Promise.all([stores.refetch(), tree.refetch(), id !== undefined && promo.refetch()])} />
  // A version that was read before this visit may be old, and an edit of it would be refused.
  if (!stores.data || !tree.data || (id !== undefined && !known)) return <ListSkeleton />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {known && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-xl font-bold wrap-anywhere">{known.code}</p>
          <PromoStatusBadge status={known.status} />
        </div>
      )}
      <PromoForm promo={known} categories={tree.data.data} stores={stores.data.data} />
      {known && <Trial promo={known} />}
      {known && <Changes changes={known.changes} />}
    </div>
  )
}
