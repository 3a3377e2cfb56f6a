// The layout of all pages but the checkout.

import { useSuspenseQuery } from '@tanstack/react-query'
import { Smartphone, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { loginModal, useLoginModal } from '~/features/favourites/favourites'
import { appStoreFor } from '~/lib/app-links'
import { lazyPart, whenIdle, whenLoaded } from '~/lib/lazy-part'
import { useIsSignedIn } from '~shared/features/auth/store'
import { settingsQuery } from '~shared/features/content/queries'
import { LoadingBar, scrollKeyOf, RouteAnnouncer, SkipLink } from '~shared/frame/page-frame'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { IconButton } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import { OptionalPart } from '~shared/ui/states'
import { hideAppBanner, useAppBanner } from './flags'
import { Header } from './header'

/** Outside the component, because the layout may mount again. */
let wasIdle = false

/** Returns true once the page has loaded and the browser was idle. Parts that wait for it do not delay the first paint. */
function useAfterLoad(): boolean {
  const [isAfter, setAfter] = useState(wasIdle)
  useEffect(() => {
    if (wasIdle) return
    return whenLoaded(() =>
      whenIdle(() => {
        wasIdle = true
        setAfter(true)
      }),
    )
  }, [])
  return isAfter
}

const SignedIn = lazy(() => import('./signed-in'))
const Footer = lazyPart(() => import('./footer'), 'deferred')
const DeferredLayout = lazyPart(() => import('./deferred-layout'), 'deferred')

export function RootLayout() {
  const isSignedIn = useIsSignedIn()
  return (
    <LayoutShell>
      <Outlet />
      {isSignedIn && (
        <OptionalPart>
          <Suspense>
            <SignedIn />
          </Suspense>
        </OptionalPart>
      )}
    </LayoutShell>
  )
}

function LayoutShell({ children }: { children: ReactNode }) {
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
      <OptionalPart>
        <Suspense fallback={<FooterPlaceholder />}>{isAfterLoad ? <Footer /> : <FooterPlaceholder />}</Suspense>
        <Suspense>{isAfterLoad && <DeferredLayout />}</Suspense>
      </OptionalPart>
      <LoginModal />
      <RouteAnnouncer />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  )
}

/** As tall as the footer, so that a reopened page can restore its scroll position. */
const FooterPlaceholder = () => <div className="mt-20 min-h-[64rem] border-t border-line bg-sunken md:min-h-[44rem] lg:min-h-[31rem]" />

const LoginModalContent = lazyPart(() => import('./login-modal-content'), 'deferred')

export function LoginModal() {
  const titleId = useId()
  const isOpen = useLoginModal((state) => state.isOpen)
  const { pathname, search } = useLocation()
  const signInPath = paths.signIn(pathname === paths.signIn() ? undefined : pathname + search)

  useEffect(() => {
    if (pathname === paths.signIn()) loginModal.close()
  }, [pathname])

  return (
    <Dialog
      open={isOpen}
      onClose={loginModal.close}
      labelledBy={titleId}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-2xl p-0 shadow-lifted open:appear"
    >
      <Suspense>
        <LoginModalContent titleId={titleId} signInPath={signInPath} />
      </Suspense>
    </Dialog>
  )
}

const subscribeToNothing = () => () => {}
/** Empty while the gateway renders. */
const useUserAgent = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => navigator.userAgent,
    () => '',
  )

/**
 * Shown in the first paint or not at all, because a later banner would push the page down. The head script hides it from visitors who have
 * closed it.
 */
export function AppBanner() {
  const { t, locale } = useI18n()
  const { app } = useSuspenseQuery(settingsQuery(locale)).data.data
  const isHidden = useAppBanner((state) => state.isHidden)
  const store = appStoreFor(useUserAgent(), app)
  if (isHidden || !store) return null
  return (
    <aside aria-label={t('common.app.label')} className="bg-lilac text-ink in-data-no-banner:hidden">
      <div className="wrap flex min-h-12 items-center gap-3 text-sm">
        <Smartphone aria-hidden className="size-5 shrink-0 text-accent-text" />
        <p className="min-w-0 grow truncate">{t('common.app.text')}</p>
        <a
          href={store}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 shrink-0 items-center font-semibold text-accent-text hover:underline"
        >
          {t('common.app.get')}
        </a>
        <IconButton label={t('common.app.hide')} className="-mr-2 hover:bg-transparent" onClick={hideAppBanner}>
          <X aria-hidden className="size-4.5" />
        </IconButton>
      </div>
    </aside>
  )
}
