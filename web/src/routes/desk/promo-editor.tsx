import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { isNotFound } from '~/api/failure'
import { everyStoreQuery } from '~/features/campaigns/desk/queries'
import { treeQuery } from '~/features/catalog/queries'
import { DeskPage } from '~/features/desk/desk-page'
import { Changes } from '~/features/promos/changes'
import { PromoForm } from '~/features/promos/promo-form'
import { promoQuery } from '~/features/promos/queries'
import { PromoStatusBadge } from '~/features/promos/status-badge'
import { Trial } from '~/features/promos/trial'
import { useI18n } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

/** A new code, or one of the list with its trial and its history. */
export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <DeskPage title={t(id === undefined ? 'campaigns.promos.new' : 'campaigns.promos.open')} text={t('campaigns.promos.text')}>
      <Editor key={id} id={id} />
    </DeskPage>
  )
}

function Editor({ id }: { id: string | undefined }) {
  const { t, locale } = useI18n()
  const stores = useQuery(everyStoreQuery(locale))
  const tree = useQuery(treeQuery(locale))
  const promo = useQuery({ ...promoQuery(locale, id ?? ''), enabled: id !== undefined })
  const known = promo.data?.data
  if (isNotFound(promo.error))
    return (
      <EmptyState picture={emptySearch} title={t('errors.promo_not_found.title')} text={t('campaigns.promos.emptyText')}>
        <ButtonLink to={deskPaths.promos()}>{t('campaigns.promos.back')}</ButtonLink>
      </EmptyState>
    )
  if ((stores.isError && !stores.data) || (tree.isError && !tree.data) || (promo.isError && !known))
    return <LoadFailure onRetry={() => void Promise.all([stores.refetch(), tree.refetch(), id !== undefined && promo.refetch()])} />
  // A version that was read before this visit may be old, and an edit of it would be refused.
  const isFresh = id === undefined || (known !== undefined && (promo.isFetchedAfterMount || promo.isError))
  if (!stores.data || !tree.data || !isFresh) return <ListSkeleton />
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
