import clsx from 'clsx'
import { ArrowRight, Clock, LayoutGrid, type LucideIcon, Search, Store, TrendingUp, X } from 'lucide-react'
import { Link } from 'react-router'
import { useT } from '~shared/i18n/context'
import { recent } from '../recent'
import type { Kind, Option } from '../sections'
import { ProductRow } from './product-row'
import { Untyped } from './untyped'

interface Props {
  option: Option
  typed: string
  isActive: boolean
  /** What the panel leads to takes its place in the history, for going back must not open it again. */
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

export function OptionRow({ option, typed, isActive, isInPanel }: Props) {
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
      {kind === 'recent' && <Forget text={text} />}
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
          <span className="font-semibold text-accent-text">{t('around.search.all', { text })}</span>
        ) : (
          <Untyped text={text} typed={typed} />
        )}
      </span>
    </>
  )
}

/** For fingers and the mouse; by keyboard it is the Delete key, and "clear all" is there for everybody. */
function Forget({ text }: { text: string }) {
  const t = useT()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      title={t('around.search.forget', { text })}
      onClick={() => recent.remove(text)}
      className="absolute top-0 right-0 grid size-11 place-items-center rounded-lg text-muted hover:text-accent-text"
    >
      <X aria-hidden className="size-4" />
    </button>
  )
}
