// The tree of categories, used with the keyboard (ARIA tree pattern; Alt and an arrow key move a category) or by dragging.
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { textIn } from '~admin/lib/local-text'
import type { CategoryRow } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { MissingLanguages } from '~admin/ui/missing-languages'
import { type Direction, type Place, placeAfterStep, type Row, visibleRows, type Zone } from './tree'
import { useDragAndDrop } from './use-drag-and-drop'

interface Props {
  categories: CategoryRow[]
  selectedId: number | undefined
  open: ReadonlySet<number>
  isMovable: boolean
  onSelect: (id: number) => void
  onToggle: (id: number) => void
  onMove: (category: CategoryRow, place: Place) => void
  onEdit: (id: number) => void
}

/** The direction in which Alt and an arrow key move a category. */
const STEPS: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' }
const DROP_CLASSES: Record<Zone, string> = {
  before: 'border-t-accent!',
  inside: 'border-accent! bg-accent-soft',
  after: 'border-b-accent!',
}
const rowId = (id: number) => `category-${id}`
const focusRow = (id: number) => document.getElementById(rowId(id))?.focus()

export function CategoryTree({ categories, selectedId, open, isMovable, onSelect, onToggle, onMove, onEdit }: Props) {
  const { t, locale } = useI18n()
  const tree = useRef<HTMLDivElement>(null)
  const rows = visibleRows(categories, open)
  const isShown = rows.some(({ category }) => category.id === selectedId)
  const focusableId = isShown ? selectedId : rows[0]?.category.id

  // Browsers take the focus from an element that is moved in the document, so it is given back after a move.
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (hadFocus.current && selectedId !== undefined && !tree.current?.contains(document.activeElement)) focusRow(selectedId)
    hadFocus.current = false
  }, [categories, selectedId])

  const selectAndFocus = (row: Row | undefined) => {
    if (!row) return
    onSelect(row.category.id)
    focusRow(row.category.id)
  }
  const move = (category: CategoryRow, place: Place | undefined) => {
    if (!place) return
    hadFocus.current = tree.current?.contains(document.activeElement) ?? false
    onMove(category, place)
  }
  const drag = useDragAndDrop(categories, move)

  /** Selects the next row whose name begins with the letter: below `index`, otherwise from the top. */
  const selectByLetter = (letter: string, index: number) => {
    const isMatch = ({ category }: Row) =>
      textIn(locale, category.name).toLocaleLowerCase(locale).startsWith(letter.toLocaleLowerCase(locale))
    selectAndFocus([...rows.slice(index + 1), ...rows.slice(0, index)].find(isMatch))
  }

  const onKeyDown = (event: KeyboardEvent, row: Row) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (ctrlKey || metaKey) return
    const index = rows.indexOf(row)
    const { id, parentId } = row.category
    const actions: Record<string, () => unknown> = {
      ArrowDown: () => selectAndFocus(rows[index + 1]),
      ArrowUp: () => selectAndFocus(rows[index - 1]),
      ArrowRight: () => (row.isOpen ? selectAndFocus(rows[index + 1]) : row.hasChildren && onToggle(id)),
      ArrowLeft: () => (row.isOpen ? onToggle(id) : selectAndFocus(rows.find(({ category }) => category.id === parentId))),
      Home: () => selectAndFocus(rows[0]),
      End: () => selectAndFocus(rows.at(-1)),
      Enter: () => onEdit(id),
      ' ': () => onSelect(id),
    }
    const step = STEPS[key]
    const moveAction = isMovable && step ? () => move(row.category, placeAfterStep(categories, id, step)) : undefined
    const action = altKey ? moveAction : actions[key]
    if (action) {
      event.preventDefault()
      action()
    } else if (!altKey && key.length === 1) selectByLetter(key, index)
  }

  return (
    <div ref={tree} role="tree" aria-label={t('adminCategories.tree')} className="grid content-start gap-0.5">
      {rows.map((row) => {
        const { id } = row.category
        return (
          <div
            key={id}
            id={rowId(id)}
            role="treeitem"
            aria-level={row.level}
            aria-posinset={row.posInSet}
            aria-setsize={row.setSize}
            aria-expanded={row.hasChildren ? row.isOpen : undefined}
            aria-selected={id === selectedId}
            tabIndex={id === focusableId ? 0 : -1}
            style={{ paddingInlineStart: `${(row.level - 1) * 1.5}rem` }}
            className={clsx(
              // Keeps the focused row clear of the bar above and the panel below.
              'scroll-mt-20 rounded-lg border-2 outline-offset-0 select-none hover:bg-sunken max-xl:scroll-mb-[58dvh]',
              id === selectedId ? 'border-accent bg-accent-soft' : 'border-transparent',
              drag.drop?.row.category.id === id && DROP_CLASSES[drag.drop.zone],
              id === drag.draggedId && 'opacity-50',
            )}
            onFocus={() => id !== selectedId && onSelect(id)}
            onClick={({ target }) => {
              onSelect(id)
              if (row.hasChildren && isToggle(target)) onToggle(id)
            }}
            onDoubleClick={({ target }) => !isToggle(target) && onEdit(id)}
            onKeyDown={(event) => onKeyDown(event, row)}
            draggable={isMovable}
            {...drag.handlersOf(row)}
          >
            <RowContent row={row} />
          </div>
        )
      })}
    </div>
  )
}

/** Whether the arrow was pressed that opens and closes a row. */
const isToggle = (target: EventTarget) => target instanceof Element && target.closest('[data-toggle]') !== null

function RowContent({ row: { category, hasChildren, isOpen } }: { row: Row }) {
  const { locale } = useI18n()
  const t = useT()
  return (
    <span className="flex min-h-11 flex-wrap items-center gap-x-3 pr-3">
      <span data-toggle aria-hidden className="grid size-11 shrink-0 cursor-pointer place-items-center">
        {hasChildren && <ChevronRight className={clsx('size-5 text-muted transition-transform', isOpen && 'rotate-90')} />}
      </span>
      <span className="min-w-0 font-medium wrap-anywhere">{textIn(locale, category.name)}</span> <MissingLanguages text={category.name} />
      <span className="ml-auto text-sm text-muted tabular-nums">
        {t('adminCategories.counts', { products: category.productCount, fields: category.fieldCount })}
      </span>
    </span>
  )
}
