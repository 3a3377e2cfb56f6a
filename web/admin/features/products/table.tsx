import clsx from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { textIn } from '~admin/lib/local-text'
import { adminPaths } from '~admin/paths'
import type { ProductRow } from '~shared/api/types'
import { useI18n, useT } from '~shared/i18n/context'
import { money, number } from '~shared/i18n/format'
import { Picture } from '~shared/ui/picture'
import { StateBadge } from './state-badge'

const COLUMNS = ['picture', 'name', 'state', 'category', 'store', 'price', 'stock', 'missing'] as const

/** Three columns on small screens, eight on large ones. */
const GRID =
  'grid grid-cols-[var(--first)_minmax(0,1fr)_auto] gap-x-3 gap-y-1 lg:grid-cols-[var(--first)_minmax(0,3fr)_7.5rem_minmax(0,1.5fr)_minmax(0,1.2fr)_7.5rem_8rem_6rem] lg:items-center'
/** The first column has a picture, or a checkbox and a picture. */
const FIRST = '[--first:3.5rem] lg:[--first:3rem]'
const FIRST_WITH_CHECKBOX = '[--first:5.75rem] lg:[--first:5.25rem]'

const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-product-row]')]

export const focusFirstRow = () => rowLinks()[0]?.focus()

function moveFocus(event: KeyboardEvent<HTMLAnchorElement>) {
  const links = rowLinks()
  const index = links.indexOf(event.currentTarget)
  const target = { ArrowDown: links[index + 1], ArrowUp: links[index - 1], Home: links[0], End: links.at(-1) }[event.key]
  if (!target) return
  event.preventDefault()
  target.focus()
}

export interface Selection {
  ids: number[]
  toggle: (id: number) => void
}

/**
 * On small screens each row is a card with the same cells. Arrow keys move between rows, Enter opens one.
 * Without `selection`, rows have no checkbox.
 */
export function ProductTable({ products, selection }: { products: ProductRow[]; selection?: Selection | undefined }) {
  const t = useT()
  return (
    <div
      role="table"
      aria-label={t('adminProducts.title')}
      className={clsx('rounded-xl border border-line bg-surface text-[0.9375rem]', selection ? FIRST_WITH_CHECKBOX : FIRST)}
    >
      <div role="rowgroup" className="max-lg:sr-only">
        <div role="row" className={clsx(GRID, 'border-b border-line px-4 py-2 text-sm font-semibold text-muted')}>
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader" className={clsx(RIGHT_ALIGNED.has(column) && 'lg:text-right')}>
              <span className={clsx(column === 'picture' && 'sr-only')}>{t(`adminProducts.column.${column}`)}</span>
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="divide-y divide-line">
        {products.map((product) => (
          <Row key={product.id} product={product} selection={selection} />
        ))}
      </div>
    </div>
  )
}

const RIGHT_ALIGNED = new Set<string>(['price', 'stock'])

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="cell" className={clsx('min-w-0', className)}>
      {children}
    </div>
  )
}

/** The link in the name covers the whole row, except for the checkbox. */
function Row({ product, selection }: { product: ProductRow; selection: Selection | undefined }) {
  const { t, locale } = useI18n()
  const { id, name, imageUrl = '', state, storeName, categoryName, price, priceNow, stock, reserved, missingTexts } = product
  const available = stock - reserved
  return (
    <div role="row" className={clsx(GRID, 'relative px-4 py-2 has-focus-visible:bg-sunken hover:bg-sunken')}>
      <Cell className="flex items-center gap-3 self-start max-lg:row-span-5">
        {selection && (
          <input
            type="checkbox"
            aria-label={t('adminProducts.bulk.select', { name: textIn(locale, name) })}
            checked={selection.ids.includes(id)}
            onChange={() => selection.toggle(id)}
            className="relative z-10 size-6 shrink-0 cursor-pointer accent-accent"
          />
        )}
        <Picture src={imageUrl} alt="" sizes="56px" className="size-14 rounded-md bg-pearl object-cover lg:size-12" />
      </Cell>
      <Cell className="max-lg:col-span-2 max-lg:col-start-2">
        <Link
          to={adminPaths.product(String(id))}
          data-product-row
          onKeyDown={moveFocus}
          className="line-clamp-2 font-medium after:absolute after:inset-0 hover:text-accent-text"
        >
          {textIn(locale, name)}
        </Link>
      </Cell>
      <Cell className="max-lg:col-start-2">
        <StateBadge state={state} />
      </Cell>
      <Cell className="truncate text-muted max-lg:col-span-2 max-lg:col-start-2">{textIn(locale, categoryName)}</Cell>
      <Cell className="truncate text-muted max-lg:col-span-2 max-lg:col-start-2">{storeName}</Cell>
      <Cell className="tabular-nums max-lg:col-start-3 max-lg:row-start-2 lg:text-right">
        {priceNow < price ? (
          <>
            <span className="font-semibold">{money(priceNow)}</span> <del className="text-sm text-muted">{money(price)}</del>
          </>
        ) : (
          money(price)
        )}
      </Cell>
      <Cell className={clsx('tabular-nums max-lg:col-start-2 lg:text-right', available === 0 && 'font-semibold text-bad')}>
        <span className="text-muted lg:hidden">{t('adminProducts.column.stock')}: </span>
        {number(available)}
        {reserved > 0 && (
          <span className="text-sm font-normal text-muted"> {t('adminProducts.reserved', { count: number(reserved) })}</span>
        )}
      </Cell>
      <Cell className="max-lg:col-start-3 max-lg:row-start-5">
        <span className="flex flex-wrap gap-1">
          {missingTexts.map((language) => (
            <Missing key={language}>{language.toUpperCase()}</Missing>
          ))}
          {imageUrl === '' && <Missing>{t('adminProducts.noPicture')}</Missing>}
        </span>
      </Cell>
    </div>
  )
}

const Missing = ({ children }: { children: ReactNode }) => (
  <span className="rounded-full bg-warn-soft px-2 py-0.5 text-sm font-semibold text-warn">{children}</span>
)
