import { lazy, type ReactNode, Suspense } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useIsSignedIn } from '~/features/auth/store'
import { useT } from '~/i18n/context'
import { Quietly } from '~/ui/quietly'
import { lazyPart } from '~/lib/lazy-part'
import { useAfterLoad } from '~/lib/use-after-load'
import { AppBanner } from './app-banner'
import { Header } from './header'
import { LoadingBar } from './loading-bar'
import { LoginModal } from './login-modal'
import { RouteAnnouncer } from './route-announcer'

const SignedIn = lazy(() => import('./signed-in'))
const Footer = lazyPart(() => import('./footer'), 'around')
const Afterwards = lazyPart(() => import('./afterwards'), 'around')

export function RootLayout() {
  const isSignedIn = useIsSignedIn()
  return (
    <Shell>
      <Outlet />
      {isSignedIn && (
        <Quietly>
          <Suspense>
            <SignedIn />
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
  const isAfterLoad = useAfterLoad()
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
      <Quietly>
        <Suspense fallback={<FooterRoom />}>{isAfterLoad ? <Footer /> : <FooterRoom />}</Suspense>
        <Suspense>{isAfterLoad && <Afterwards />}</Suspense>
      </Quietly>
      <LoginModal />
      <RouteAnnouncer />
      <ScrollRestoration getKey={placeOf} />
    </>
  )
}

/** As tall as the footer, so that a page that is opened again can be scrolled to where it was. */
const FooterRoom = () => <div className="mt-20 min-h-[64rem] border-t border-line bg-sunken md:min-h-[44rem] lg:min-h-[31rem]" />
