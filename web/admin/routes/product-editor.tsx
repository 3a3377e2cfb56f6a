// The page that creates or edits a product.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { categoriesQuery } from '~admin/features/categories/api'
import { productQuery } from '~admin/features/products/api'
import { Editor } from '~admin/features/products/editor'
import { Prerequisites } from '~admin/features/products/prerequisites'
import { textIn } from '~admin/lib/local-text'
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

/** Without an id in the address, the page creates a product. */
export function Component() {
  const { t } = useI18n()
  const { id } = useParams()
  return (
    <AdminPage
      needs="products_read"
      isWide
      title={t(id === undefined ? 'adminProducts.new' : 'adminProducts.edit')}
      text={t(id === undefined ? 'adminProducts.newText' : 'adminProducts.editText')}
    >
      <Loaded key={id} id={id} />
    </AdminPage>
  )
}

function Loaded({ id }: { id: string | undefined }) {
  const { t, locale } = useI18n()
  const categories = useQuery(categoriesQuery(locale))
  const product = useFreshQuery({ ...productQuery(locale, id ?? ''), enabled: id !== undefined })
  const existing = product.data?.data
  useRecentEntry('product', id, existing && textIn(locale, existing.form.name))
  if (isNotFound(product.error))
    return (
      <EmptyState picture={emptySearch} title={t('adminProducts.notFound')} text={t('adminProducts.notFoundText')}>
        <ButtonLink to={adminPaths.products()}>{t('adminProducts.back')}</ButtonLink>
      </EmptyState>
    )
  const retry = () => void Promise.all([categories.refetch(), id !== undefined && product.refetch()])
  if ([categories, product].some(({ isError, data }) => isError && !data)) return <LoadFailure onRetry={retry} />
  // The form waits for a fresh version, because the server refuses an edit of an old one.
  if (!categories.data || (id !== undefined && !existing)) return <ListSkeleton />
  return (
    <>
      {existing === undefined && <Prerequisites />}
      <Editor product={existing} categories={categories.data.data} />
    </>
  )
}
