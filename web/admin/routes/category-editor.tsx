// The page that creates or edits a category.
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { categoriesQuery, categoryQuery } from '~admin/features/categories/api'
import { CategoryForm } from '~admin/features/categories/category-form'
import { NewCategoryForm } from '~admin/features/categories/new-category-form'
import { ancestorsOf, findCategory } from '~admin/features/categories/tree'
import { textIn } from '~admin/lib/local-text'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery } from '~admin/ui/forms'
import { isNotFound } from '~shared/api/failure'
import type { CategoryRow } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { Breadcrumbs } from '~shared/ui/section'
import { EmptyState } from '~shared/ui/states'

/** Without an id in the address, the page creates a category under the parent that the address names. */
export function Component() {
  const { t, locale } = useI18n()
  const { id } = useParams()
  const [search] = useSearchParams()
  const parentId = Number(search.get('ust')) || undefined
  const { data, isError, refetch } = useQuery(categoriesQuery(locale))
  const categories = data?.data
  const existing = findCategory(categories ?? [], Number(id))
  const isNew = id === undefined
  const selected = isNew ? parentId : Number(id)
  const fallbackTitle = t(isNew ? 'adminCategories.new' : 'adminCategories.one')
  return (
    <AdminPage
      needs={isNew ? 'products_write' : 'products_read'}
      title={existing ? textIn(locale, existing.name) : fallbackTitle}
      text={t(isNew ? 'adminCategories.newText' : 'adminCategories.editText')}
      action={
        <ButtonLink to={adminPaths.categories(selected === undefined ? undefined : String(selected))} look="secondary">
          {t('adminCategories.back')}
        </ButtonLink>
      }
    >
      {isError && !categories && <LoadFailure onRetry={() => void refetch()} />}
      {!isError && !categories && <ListSkeleton />}
      {categories && !isNew && (
        <>
          <Ancestors path={ancestorsOf(categories, Number(id))} />
          <Editor key={id} id={id} />
        </>
      )}
      {categories && isNew && <NewCategory key={parentId ?? ''} categories={categories} parentId={parentId} />}
    </AdminPage>
  )
}

function Ancestors({ path }: { path: CategoryRow[] }) {
  const { t, locale } = useI18n()
  if (path.length === 0) return null
  const crumbs = path.map(({ id, name }) => ({ name: textIn(locale, name), to: adminPaths.category(String(id)) }))
  return <Breadcrumbs label={t('adminCategories.above')} crumbs={crumbs} />
}

function NewCategory({ categories, parentId }: { categories: CategoryRow[]; parentId: number | undefined }) {
  const parent = findCategory(categories, parentId)
  // The server refuses a parent that does not exist, for example one that was deleted since.
  if (parentId !== undefined && !parent) return <Missing />
  return (
    <>
      {parent && <Ancestors path={[...ancestorsOf(categories, parent.id), parent]} />}
      <NewCategoryForm parentId={parentId} />
    </>
  )
}

function Editor({ id }: { id: string }) {
  const { locale } = useI18n()
  const { data, isError, error, refetch } = useFreshQuery(categoryQuery(locale, id))
  if (isNotFound(error)) return <Missing />
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  // The form waits for a fresh version, because the server refuses an edit of an old one.
  return data ? <CategoryForm category={data.data} /> : <ListSkeleton />
}

function Missing() {
  const { t } = useI18n()
  return (
    <EmptyState picture={emptySearch} title={t('errors.category_not_found.title')} text={t('adminCategories.missingText')}>
      <ButtonLink to={adminPaths.categories()}>{t('adminCategories.back')}</ButtonLink>
    </EmptyState>
  )
}
