// The header of all pages but the checkout.

import clsx from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { SearchBox } from '~/features/search/components/search-box'
import { lazyPart } from '~/lib/lazy-part'
import { useT } from '~shared/i18n/context'
import { Dialog } from '~shared/ui/dialog'
import { IconButton } from '~shared/ui/button'
import { Toaster } from '~shared/ui/toaster'
import { CategoryBar } from './category-bar'
import { CentreBar } from './centre-bar'
import { overlay, useOverlay } from './flags'
import { useCloseOnBack } from './use-close-on-back'
import { TopStrip } from './top-strip'

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
      {/* With its own box, the header would scroll away together with its sticky children. */}
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
