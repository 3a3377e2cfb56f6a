// The page that creates a store (a seller of the marketplace), or edits, opens and closes an existing one.
import { useParams } from 'react-router'
import { storeQuery } from '~admin/features/stores/api'
import { StoreForm } from '~admin/features/stores/store-form'
import { useRecentEntry } from '~admin/lib/recent'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery } from '~admin/ui/forms'
import { isNotFound } from '~shared/api/failure'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <AdminPage
      needs={id === undefined ? 'stores_write' : 'stores_read'}
      title={t(id === undefined ? 'adminStores.new' : 'adminStores.one')}
      text={t(id === undefined ? 'adminStores.newText' : 'adminStores.editText')}
      action={
        <ButtonLink to={adminPaths.stores()} look="secondary">
          {t('adminStores.back')}
        </ButtonLink>
      }
    >
      {id === undefined ? <StoreForm store={undefined} /> : <Editor key={id} id={id} />}
    </AdminPage>
  )
}

function Editor({ id }: { id: string }) {
  const { t, locale } = useI18n()
  const { data, isError, error, refetch } = useFreshQuery(storeQuery(locale, id))
  useRecentEntry('store', id, data?.data.name)
  if (isNotFound(error))
    return (
      <EmptyState picture={emptySearch} title={t('errors.store_not_found.title')} text={t('adminStores.missingText')}>
        <ButtonLink to={adminPaths.stores()}>{t('adminStores.back')}</ButtonLink>
      </EmptyState>
    )
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  // The form waits for a fresh version, because the server refuses an edit of an old one.
  if (!data) return <ListSkeleton />
  return (
    <>
      <p className="text-xl font-bold wrap-anywhere">{data.data.name}</p>
      <StoreForm store={data.data} />
    </>
  )
}
