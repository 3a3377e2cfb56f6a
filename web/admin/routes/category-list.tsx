// The page of categories: the tree, and a panel that moves, edits or deletes the selected category.
import { useQuery } from '@tanstack/react-query'
import { ChevronsDownUp, ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { categoriesQuery, useMoveCategory } from '~admin/features/categories/api'
import { CategoryPanel } from '~admin/features/categories/category-panel'
import { CategoryTree } from '~admin/features/categories/category-tree'
import { ancestorsOf, childrenOf, findCategory, type Place } from '~admin/features/categories/tree'
import { textIn } from '~admin/lib/local-text'
import { adminPaths } from '~admin/paths'
import { IfMay, useMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { failureText } from '~shared/api/failure'
import type { CategoryRow } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { Button, ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { EmptyState } from '~shared/ui/states'

/** The address may name the category that is selected at first. */
export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage
      needs="products_read"
      isWide
      title={t('adminCategories.title')}
      text={t('adminCategories.text')}
      action={
        <IfMay permission="products_write">
          <ButtonLink to={adminPaths.newCategory()}>
            <Plus aria-hidden className="size-5" />
            {t('adminCategories.new')}
          </ButtonLink>
        </IfMay>
      }
    >
      <Categories />
    </AdminPage>
  )
}

function Categories() {
  const { locale, t } = useI18n()
  const { data, isError, refetch } = useQuery(categoriesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  if (data.data.length === 0)
    return (
      <EmptyState picture={emptySearch} title={t('adminCategories.empty')} text={t('adminCategories.emptyText')}>
        <IfMay permission="products_write">
          <ButtonLink to={adminPaths.newCategory()}>{t('adminCategories.new')}</ButtonLink>
        </IfMay>
      </EmptyState>
    )
  return <TreeWithPanel categories={data.data} />
}

function TreeWithPanel({ categories }: { categories: CategoryRow[] }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isEditable = useMay()('products_write')
  const [selectedId, setSelectedId] = useState(() => findCategory(categories, Number(search.get('sec')))?.id)
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(selectedId === undefined ? [] : ancestorsOf(categories, selectedId).map(({ id }) => id)),
  )
  const selected = findCategory(categories, selectedId)
  const { error, isPending, movedText, move } = useAnnouncedMove(categories)

  const toggle = (id: number) =>
    setOpen((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])))
  const moveTo = (category: CategoryRow, place: Place) => {
    if (isPending) return
    const { parentId } = place
    // The moved category stays visible.
    if (parentId !== undefined) setOpen((before) => new Set([...before, parentId]))
    move(category, place)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <Button look="quiet" onClick={() => setOpen(new Set(categories.map(({ id }) => id)))}>
            <ChevronsUpDown aria-hidden className="size-4.5" />
            {t('adminCategories.expandAll')}
          </Button>
          <Button look="quiet" onClick={() => setOpen(new Set())}>
            <ChevronsDownUp aria-hidden className="size-4.5" />
            {t('adminCategories.collapseAll')}
          </Button>
        </div>
        {error && (
          <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
            {failureText(t, error)} {t('adminCategories.notMoved')}
          </p>
        )}
        <CategoryTree
          categories={categories}
          selectedId={selectedId}
          open={open}
          isMovable={isEditable}
          onSelect={setSelectedId}
          onToggle={toggle}
          onMove={moveTo}
          onEdit={(id) => void navigate(adminPaths.category(String(id)))}
        />
      </div>
      <div className="sticky bottom-0 max-h-[40dvh] overflow-y-auto border-t border-line bg-canvas py-3 xl:border-0 xl:top-20 xl:bottom-auto xl:max-h-none xl:py-0">
        <p role="status" className="text-sm text-muted not-empty:mb-3">
          {movedText}
        </p>
        {selected ? (
          <CategoryPanel category={selected} categories={categories} isEditable={isEditable} isMoving={isPending} onMove={moveTo} />
        ) : (
          <p className="text-muted">{t('adminCategories.choose')}</p>
        )}
      </div>
    </div>
  )
}

/** Returns a text for screen readers when a move has succeeded. */
function useAnnouncedMove(categories: CategoryRow[]) {
  const { t, locale } = useI18n()
  const { mutate, isPending, error } = useMoveCategory()
  const [movedText, setMovedText] = useState('')

  const textOf = (category: CategoryRow, { parentId, position }: Place) => {
    const parent = findCategory(categories, parentId)
    const size = childrenOf(categories, parentId).length + (parentId === category.parentId ? 0 : 1)
    const values = { name: textIn(locale, category.name), place: position + 1, size }
    if (!parent) return t('adminCategories.movedToTop', values)
    return t('adminCategories.movedInto', { ...values, parent: textIn(locale, parent.name) })
  }
  const move = (category: CategoryRow, place: Place) => {
    setMovedText('')
    const text = textOf(category, place)
    mutate({ category, place }, { onSuccess: () => setMovedText(text) })
  }
  return { error, isPending, movedText, move }
}
