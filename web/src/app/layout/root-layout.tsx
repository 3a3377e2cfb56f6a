import { lazy, type ReactNode, Suspense } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useIsSignedIn } from '~/features/auth/store'
import { useTransfer } from '~/features/basket/use-transfer'
import { useT } from '~/i18n/context'
import { Quietly } from '~/ui/quietly'
import { Toaster } from '~/ui/toaster'
import { AppBanner } from './app-banner'
import { Footer } from './footer'
import { Header } from './header'
import { LoadingBar } from './loading-bar'
import { LoginModal } from './login-modal'
import { RouteAnnouncer } from './route-announcer'

const LiveLine = lazy(() => import('~/features/notifications/line/live-line'))

export function RootLayout() {
  const isSignedIn = useIsSignedIn()
  useTransfer()
  return (
    <Shell>
      <Outlet />
      {isSignedIn && (
        <Quietly>
          <Suspense>
            <LiveLine />
          </Suspense>
        </Quietly>
      )}
    </Shell>
  )
}

/** Every document begins with the key `default`: without its address, a page would open where the one before it was left. */
const placeOf = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

/** What every page has around it. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0"
      >
        {t('common.skip')}
      </a>
      <LoadingBar />
      <AppBanner />
      <Header />
      <main id="main" tabIndex={-1} className="wrap min-h-[60dvh] outline-none">
        {children}
      </main>
      <Footer />
      <LoginModal />
      <Toaster labels={{ region: t('common.messages'), close: t('common.close') }} />
      <RouteAnnouncer />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}
