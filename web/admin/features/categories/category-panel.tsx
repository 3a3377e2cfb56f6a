// The panel of the category that is selected in the tree.
import clsx from 'clsx'
import { ArrowDown, ArrowUp, ExternalLink, ListIndentDecrease, ListIndentIncrease, type LucideIcon, Pencil, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { adminPaths } from '~admin/paths'
import { textIn } from '~admin/lib/local-text'
import { MissingLanguages } from '~admin/ui/missing-languages'
import { failureText } from '~shared/api/failure'
import type { CategoryRow } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink, buttonClass } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { toast } from '~shared/ui/toast-store'
import { useDeleteCategory } from './api'
import { childrenOf, type Direction, DIRECTIONS, type Place, placeAfterStep } from './tree'

interface Props {
  category: CategoryRow
  categories: CategoryRow[]
  isEditable: boolean
  isMoving: boolean
  onMove: (category: CategoryRow, place: Place) => void
}

export function CategoryPanel({ category, categories, isEditable, isMoving, onMove }: Props) {
  const { t, locale } = useI18n()
  const { id, slug, imageUrl, productCount, fieldCount } = category
  const name = textIn(locale, category.name)
  return (
    <section aria-labelledby="selected-category" className="grid gap-4 rounded-xl border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <Picture src={imageUrl} alt="" sizes="64px" className="size-16 shrink-0 rounded-lg object-cover" />
        <div className="grid min-w-0 justify-items-start gap-1">
          <h2 id="selected-category" className="text-xl wrap-anywhere">
            {name}
          </h2>
          <MissingLanguages text={category.name} />
        </div>
      </div>
      <p className="text-[0.9375rem] text-muted">{t('adminCategories.counts', { products: productCount, fields: fieldCount })}</p>
      {isEditable && <MoveButtons {...{ category, categories, isMoving, onMove }} />}
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={adminPaths.category(String(id))} look="secondary" aria-label={t('adminCategories.editOf', { name })}>
          <Pencil aria-hidden className="size-4.5" />
          {t('adminCategories.edit')}
        </ButtonLink>
        {isEditable && (
          <ButtonLink to={adminPaths.newCategory(String(id))} look="secondary" aria-label={t('adminCategories.addTo', { name })}>
            <Plus aria-hidden className="size-4.5" />
            {t('adminCategories.addChild')}
          </ButtonLink>
        )}
        <a
          href={inLocale(locale, paths.category(slug))}
          target="_blank"
          rel="noopener"
          aria-label={t('adminCategories.seeOf', { name })}
          className={buttonClass('secondary')}
        >
          <ExternalLink aria-hidden className="size-4.5" />
          {t('adminCategories.see')}
        </a>
      </div>
      {isEditable && <Deletion key={id} category={category} categories={categories} />}
    </section>
  )
}

const ICONS: Record<Direction, LucideIcon> = { up: ArrowUp, down: ArrowDown, in: ListIndentIncrease, out: ListIndentDecrease }

/** An impossible move does not disable its button, because a disabled button would lose the focus. */
function MoveButtons({ category, categories, isMoving, onMove }: Omit<Props, 'isEditable'>) {
  const { t, locale } = useI18n()
  const name = textIn(locale, category.name)
  return (
    <div role="group" aria-label={t('adminCategories.movesOf', { name })} className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        {DIRECTIONS.map((direction) => {
          const Icon = ICONS[direction]
          const place = placeAfterStep(categories, category.id, direction)
          const isIdle = !place || isMoving
          return (
            <Button
              key={direction}
              look="secondary"
              aria-disabled={isIdle || undefined}
              className={clsx(isIdle && 'cursor-not-allowed opacity-55')}
              onClick={() => place && !isMoving && onMove(category, place)}
            >
              <Icon aria-hidden className="size-4.5" />
              {t(`adminCategories.move.${direction}`)}
            </Button>
          )
        })}
      </div>
      <p className="text-sm text-muted text-pretty">{t('adminCategories.keys')}</p>
    </div>
  )
}

function Deletion({ category, categories }: Pick<Props, 'category' | 'categories'>) {
  const { t, locale } = useI18n()
  const [isConfirming, setConfirming] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const name = textIn(locale, category.name)
  const { mutate, isPending, error } = useDeleteCategory(() => toast.good(t('adminCategories.delete.done', { name })))
  const childCount = childrenOf(categories, category.id).length
  useEffect(() => {
    if (isConfirming) box.current?.focus()
  }, [isConfirming])

  if (childCount > 0 || category.productCount > 0)
    return (
      <p className="text-sm text-muted text-pretty">
        {t('adminCategories.delete.notEmpty', { products: category.productCount, categories: childCount })}
      </p>
    )
  return (
    <>
      {error && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 text-bad">
          {failureText(t, error)}
        </p>
      )}
      {!isConfirming && (
        <Button
          look="quiet"
          className="justify-self-start"
          aria-label={t('adminCategories.delete.of', { name })}
          onClick={() => setConfirming(true)}
        >
          {t('adminCategories.delete.open')}
        </Button>
      )}
      {isConfirming && (
        <div
          ref={box}
          tabIndex={-1}
          role="group"
          aria-label={t('adminCategories.delete.of', { name })}
          className="grid gap-3 rounded-lg bg-warn-soft p-4 outline-none"
        >
          <p className="text-pretty">{t('adminCategories.delete.sure', { name })}</p>
          <div className="flex flex-wrap gap-2">
            <Button busy={isPending} disabled={isPending} onClick={() => mutate(category, { onSettled: () => setConfirming(false) })}>
              {t('adminCategories.delete.yes')}
            </Button>
            <Button look="secondary" disabled={isPending} onClick={() => setConfirming(false)}>
              {t('adminCategories.delete.no')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
