// The sections of the list below the search box.

import clsx from 'clsx'
import { ArrowRight, Clock, LayoutGrid, type LucideIcon, Search, Store, TrendingUp, X } from 'lucide-react'
import { Link } from 'react-router'
import type { ProductCard } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { Picture } from '~shared/ui/picture'
import { Price } from '~shared/ui/product-facts'
import { recent } from '../recent'
import { type Kind, type Option, partsOf, type Section } from '../sections'

export const HEADING = 'px-3 pt-2.5 pb-1 text-[0.8125rem] font-semibold text-muted'

interface OptionGroupProps {
  section: Section
  typed: string
  /** The option that the arrow keys have chosen. */
  activeId: string | null
  isInPanel: boolean
}

/** Options of one kind. Their heading is the accessible name of the group. */
export function OptionGroup({ section: { kind, options }, typed, activeId, isInPanel }: OptionGroupProps) {
  const t = useT()
  const rows = options.map((option) => (
    <OptionRow key={option.id} option={option} typed={typed} isActive={option.id === activeId} isInPanel={isInPanel} />
  ))
  if (kind === 'all') return rows
  const title = t(`deferred.search.${kind}`)
  return (
    <div role="group" aria-label={title}>
      {/* A list may contain no buttons, so `Suggestions` draws the heading of recent searches, which has one, outside. */}
      {kind !== 'recent' && (
        <div aria-hidden className={HEADING}>
          {title}
        </div>
      )}
      {rows}
    </div>
  )
}

interface OptionRowProps {
  option: Option
  typed: string
  isActive: boolean
  /** Links of the panel replace its history entry, so that “back” does not open it again. */
  isInPanel: boolean
}

const ICONS: Record<Kind, LucideIcon> = {
  recent: Clock,
  popular: TrendingUp,
  queries: Search,
  categories: LayoutGrid,
  stores: Store,
  products: Search,
  all: ArrowRight,
}

function OptionRow({ option, typed, isActive, isInPanel }: OptionRowProps) {
  const { id, kind, text, to, product } = option
  return (
    <div className="relative">
      <Link
        to={to}
        replace={isInPanel}
        id={id}
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        className={clsx(
          'flex min-h-11 items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken',
          isActive && 'bg-sunken outline-2 -outline-offset-2 outline-accent-text',
          kind === 'recent' && 'pr-12',
        )}
      >
        {product ? <ProductRow product={product} /> : <TextRow kind={kind} text={text} typed={typed} />}
      </Link>
      {kind === 'recent' && <RemoveRecent text={text} />}
    </div>
  )
}

function TextRow({ kind, text, typed }: { kind: Kind; text: string; typed: string }) {
  const t = useT()
  const Icon = ICONS[kind]
  return (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 grow text-[0.9375rem] wrap-anywhere">
        {kind === 'all' ? (
          <span className="font-semibold text-accent-text">{t('deferred.search.all', { text })}</span>
        ) : (
          <HighlightUntyped text={text} typed={typed} />
        )}
      </span>
    </>
  )
}

/** The button is for pointers only: keyboard users press Delete. */
function RemoveRecent({ text }: { text: string }) {
  const t = useT()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title={t('deferred.search.forget', { text })}
      onClick={() => recent.remove(text)}
      className="absolute top-0 right-0 grid size-11 place-items-center rounded-lg text-muted hover:text-accent-text"
    >
      <X aria-hidden className="size-4" />
    </button>
  )
}

/** Suggestions differ in what is not typed yet, so that part is bold. */
function HighlightUntyped({ text, typed }: { text: string; typed: string }) {
  if (!typed) return text
  return partsOf(text, typed).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other name, and never move
    part.isTyped ? <span key={index}>{part.text}</span> : <b key={index}>{part.text}</b>,
  )
}

function ProductRow({ product: { name, imageUrl, price, discountedPrice, inStock } }: { product: ProductCard }) {
  const t = useT()
  return (
    <>
      <span className="size-13 shrink-0 overflow-hidden rounded-md bg-pearl">
        <Picture src={imageUrl} alt="" sizes="52px" className="size-full object-cover" />
      </span>
      <span className="grid min-w-0 grow">
        <span className="truncate text-[0.9375rem]">{name}</span>
        <span className="flex items-baseline gap-2">
          <Price price={price} discounted={discountedPrice} size="line" />
          {!inStock && <span className="text-sm text-muted">{t('catalog.soldOut')}</span>}
        </span>
      </span>
    </>
  )
}
