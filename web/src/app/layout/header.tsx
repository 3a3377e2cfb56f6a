// The header of all pages but the checkout.

import { useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { Link, type Location, useLocation, useNavigate } from 'react-router'
import { chatLinks } from '~/features/content/contact-links'
import { SearchBox } from '~/features/search/components/search-box'
import { lazyPart } from '~/lib/lazy-part'
import { settingsQuery } from '~shared/features/content/queries'
import { LanguageMenu } from '~shared/frame/language-menu'
import { ThemeToggle } from '~shared/frame/theme-toggle'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Dialog } from '~shared/ui/dialog'
import { IconButton } from '~shared/ui/button'
import { OptionalPart } from '~shared/ui/states'
import { Toaster } from '~shared/ui/toaster'
import { CategoryBar } from './category-bar'
import { CentreBar } from './centre-bar'
import { overlay, useOverlay } from './flags'

interface LayerState {
  layer?: string
}

/**
 * Makes “back” close a layer. The layer opens before its history entry is added, because an on-screen keyboard only appears when an input
 * takes the focus during the press itself.
 */
function useCloseOnBack(layer: string, isOpen: boolean, close: () => void) {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation() as Location<LayerState | null>
  const isOnEntry = state?.layer === layer
  const wasOnEntry = useRef(isOnEntry)

  const addEntry = () => navigate({ pathname, search }, { state: { ...state, layer }, preventScrollReset: true })

  const syncHistoryEntry = useEffectEvent(() => {
    const wentBack = wasOnEntry.current && !isOnEntry
    wasOnEntry.current = isOnEntry
    if (isOpen && wentBack) close()
    else if (isOpen && !isOnEntry) void addEntry()
    else if (!isOpen && isOnEntry) void navigate(-1)
  })
  useEffect(() => syncHistoryEntry(), [isOpen, isOnEntry])
}

const STICKY_FROM_PX = 5

function subscribe(onChange: () => void) {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}

/** The server renders the page as not scrolled. */
const useScrolled = () =>
  useSyncExternalStore(
    subscribe,
    () => window.scrollY >= STICKY_FROM_PX,
    () => false,
  )

/** The top strip scrolls away; the rest sticks to the top of the window. */
export function Header() {
  const t = useT()
  const isStuck = useScrolled()
  const { pathname } = useLocation()
  useEffect(() => overlay.close(), [pathname])
  return (
    <>
      {/* With a box of its own, the header would scroll away together with its sticky children. */}
      <header data-sticky={isStuck || undefined} className="contents">
        <TopStrip />
        <div
          className={clsx(
            'sticky top-0 z-40 border-b bg-canvas transition-[box-shadow,border-color] duration-200',
            isStuck ? 'border-line shadow-quiet' : 'border-transparent',
          )}
        >
          <CentreBar />
          <CategoryBar />
          {/* On a phone, toasts are below the bars, so that the cart icon stays reachable. */}
          <Toaster labels={{ region: t('common.messages'), close: t('common.close') }} />
        </div>
      </header>
      <SideMenu />
      <SearchPanel />
    </>
  )
}

const SideMenuContent = lazyPart(() => import('./side-menu-content'), 'deferred')

function SideMenu() {
  const t = useT()
  const isOpen = useOverlay((state) => state.open === 'menu')
  return (
    <Dialog
      open={isOpen}
      onClose={overlay.close}
      label={t('common.nav.menu')}
      className="m-0 h-dvh w-[min(22rem,88vw)] rounded-r-2xl p-0 open:slide-left"
    >
      <Suspense>
        <SideMenuContent />
      </Suspense>
    </Dialog>
  )
}

function SearchPanel() {
  const t = useT()
  const isOpen = useOverlay((state) => state.open === 'search')
  useCloseOnBack('search', isOpen, overlay.close)
  return (
    <Dialog open={isOpen} onClose={overlay.close} label={t('common.search.label')} className="m-0 size-full p-0">
      <PanelContent />
    </Dialog>
  )
}

/** A dialog honours the HTML attribute when it opens. React's prop would focus before that. */
const setAutofocus = (input: HTMLInputElement | null) => input?.setAttribute('autofocus', '')

function PanelContent() {
  const t = useT()
  return (
    <SearchBox
      place="panel"
      inputRef={setAutofocus}
      leading={
        <IconButton label={t('common.close')} onClick={overlay.close}>
          <ArrowLeft aria-hidden className="size-5.5" />
        </IconButton>
      }
    />
  )
}

const DestinationChip = lazyPart(() => import('~/features/destination/chip'), 'promises')

/** On phones, shows only the delivery place and time. */
function TopStrip() {
  const { t, locale } = useI18n()
  const settings = useSuspenseQuery(settingsQuery(locale)).data.data
  const { email } = settings.contact
  const link = 'hidden min-h-11 items-center gap-2 rounded-sm hover:text-accent-text lg:inline-flex'
  return (
    <div className="wrap flex min-h-11 items-center gap-6 text-sm text-muted">
      <OptionalPart>
        <Suspense>
          <DestinationChip />
        </Suspense>
      </OptionalPart>
      {chatLinks(settings).map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener" className={link}>
          {name}
        </a>
      ))}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      )}
      <Link to={paths.stores()} className={`${link} ml-auto`}>
        {t('common.nav.stores')}
      </Link>
      <div className="-mr-3 hidden items-center lg:flex">
        <ThemeToggle />
        <LanguageMenu />
      </div>
    </div>
  )
}
