import { lazy, type ReactNode, Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useIsSignedIn } from '~shared/features/auth/store'
import { Quietly } from '~shared/ui/quietly'
import { lazyPart } from '~/lib/lazy-part'
import { useAfterLoad } from '~/lib/use-after-load'
import { AppBanner } from './app-banner'
import { Header } from './header'
import { LoadingBar } from '~shared/frame/loading-bar'
import { LoginModal } from './login-modal'
import { placeOf, SkipLink } from '~shared/frame/places'
import { RouteAnnouncer } from '~shared/frame/route-announcer'

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

/** What every page has around it. */
export function Shell({ children }: { children: ReactNode }) {
  const isAfterLoad = useAfterLoad()
  return (
    <>
      <SkipLink />
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
