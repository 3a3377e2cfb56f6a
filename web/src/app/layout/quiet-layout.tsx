// The layout of the checkout, without navigation that could distract.

import { ArrowLeft, LockKeyhole } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, Outlet, ScrollRestoration } from 'react-router'
import { PageViews } from '~/features/analytics/page-views'
import { useIsSignedIn } from '~shared/features/auth/store'
import { LoadingBar, scrollKeyOf, RouteAnnouncer, SkipLink } from '~shared/frame/page-frame'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Logo } from '~shared/ui/logo'
import { OptionalPart } from '~shared/ui/states'
import { Toaster } from '~shared/ui/toaster'

const SignedIn = lazy(() => import('./signed-in'))

export function Component() {
  const t = useT()
  const isSignedIn = useIsSignedIn()
  return (
    <>
      <SkipLink />
      <LoadingBar />
      <header className="sticky top-0 z-40 border-b border-line bg-canvas">
        <div className="wrap flex h-16 items-center justify-between gap-4">
          <Link to={paths.home()} aria-label={t('common.nav.home')} className="shrink-0 rounded-md">
            <Logo />
          </Link>
          <Link
            to={paths.cart()}
            className="inline-flex min-h-11 items-center gap-2 rounded-md text-[0.9375rem] font-semibold text-muted hover:text-accent-text"
          >
            <ArrowLeft aria-hidden className="size-4.5" />
            {t('checkout.toCart')}
          </Link>
        </div>
        <Toaster labels={{ region: t('common.messages'), close: t('common.close') }} />
      </header>
      <main id="main" tabIndex={-1} className="wrap min-h-[60dvh] outline-none">
        <Outlet />
      </main>
      <footer className="wrap mt-14 flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line py-4 pb-24 text-sm text-muted lg:pb-4">
        <p className="inline-flex min-h-11 items-center gap-2">
          <LockKeyhole aria-hidden className="size-4" />
          {t('checkout.secure')}
        </p>
        {(
          [
            [paths.terms(), t('checkout.contact.termsLink')],
            [paths.delivery(), t('checkout.footer.delivery')],
            [paths.contact(), t('checkout.footer.contact')],
          ] as const
        ).map(([to, label]) => (
          <Link key={to} to={to} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center hover:text-accent-text">
            {label}
          </Link>
        ))}
      </footer>
      <OptionalPart>
        <Suspense>
          {isSignedIn && <SignedIn />}
          <PageViews />
        </Suspense>
      </OptionalPart>
      <RouteAnnouncer />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  )
}
