// The bar of top categories on wide screens. Each one opens a panel ("mega menu").

import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '~/lib/lazy-part'
import type { Category } from '~shared/api/types'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'

const OPEN_DELAY_MS = 120
const CLOSE_DELAY_MS = 250
/** A press just after the pointer has opened the panel must not close it. */
const SAME_GESTURE_MS = 500

interface MegaMenu {
  openId: number | null
  hover: (id: number) => void
  leave: () => void
  /** Cancels a planned opening or closing. */
  stay: () => void
  toggle: (id: number) => void
  close: () => void
}

/** The opening delay ignores a pointer that only passes; the closing delay lets it move into the panel. */
function useMegaMenu(): MegaMenu {
  const [openId, setOpenId] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The panel that the pointer has opened last, and the time. */
  const hovered = useRef({ id: 0, at: 0 })

  const stay = useCallback(() => clearTimeout(timer.current), [])
  const schedule = (action: () => void, delay: number) => {
    stay()
    timer.current = setTimeout(action, delay)
  }
  const close = useCallback(() => {
    stay()
    setOpenId(null)
  }, [stay])
  useEffect(() => stay, [stay])

  return {
    openId,
    stay,
    close,
    hover: (id) =>
      schedule(() => {
        hovered.current = { id, at: Date.now() }
        setOpenId(id)
      }, OPEN_DELAY_MS),
    leave: () => schedule(() => setOpenId(null), CLOSE_DELAY_MS),
    toggle: (id) => {
      stay()
      const isSameGesture = hovered.current.id === id && Date.now() - hovered.current.at < SAME_GESTURE_MS
      setOpenId((open) => (open === id && !isSameGesture ? null : id))
    },
  }
}

export function CategoryBar() {
  const t = useT()
  const tree = useTree()
  const menu = useMegaMenu()
  const { pathname } = useLocation()
  const { close, openId } = menu

  useEffect(close, [pathname, close])

  // Listens on the document, because a panel that the pointer opened has no focus.
  useEffect(() => {
    if (openId === null) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [openId, close])

  return (
    <nav
      aria-label={t('common.nav.categories')}
      className="relative hidden lg:block"
      onPointerLeave={menu.leave}
      onPointerEnter={menu.stay}
    >
      <ul className="wrap flex items-center justify-between gap-x-1 xl:justify-start xl:gap-x-6">
        {tree.map((category) => (
          <CategoryTab key={category.id} category={category} menu={menu} />
        ))}
      </ul>
    </nav>
  )
}

const MegaPanel = lazyPart(() => import('./mega-panel'))

function CategoryTab({ category, menu }: { category: Category; menu: MegaMenu }) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const { id, name, slug, children } = category
  const isOpen = menu.openId === id
  const panelId = `mega-${id}`

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape belongs to the whole item, open panel included
    <li
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && children.length > 0 && menu.hover(id)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        menu.close()
        button.current?.focus()
      }}
    >
      <span
        className={clsx(
          'flex items-center border-b-2 xl:-mx-2.5 transition-colors',
          isOpen ? 'border-accent text-accent-text' : 'border-transparent',
        )}
      >
        <Link
          to={paths.category(slug)}
          onClick={menu.close}
          className="inline-flex min-h-12 items-center rounded-sm max-w-26 text-sm leading-tight font-medium text-balance xl:max-w-none xl:pl-2.5 xl:text-[0.9375rem] xl:whitespace-nowrap hover:text-accent-text"
        >
          {name}
        </Link>
        {children.length > 0 && (
          <button
            ref={button}
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            aria-label={t('common.nav.open', { name })}
            onClick={() => menu.toggle(id)}
            className="grid h-11 w-6 place-items-center xl:w-7 rounded-sm"
          >
            <ChevronDown aria-hidden className={clsx('size-3.5 text-muted transition-transform', isOpen && 'rotate-180')} />
          </button>
        )}
      </span>
      <Suspense>{isOpen && <MegaPanel id={panelId} category={category} onChoose={menu.close} />}</Suspense>
    </li>
  )
}
