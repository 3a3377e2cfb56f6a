import { Outlet, useLocation, useSearchParams } from 'react-router'
import { DeletionBanner } from '~/features/account/deletion-banner'
import { VERIFICATION } from '~/features/account/email-verification'
import { AccountBar, AccountSidebar } from '~/features/account/sidebar'
import { RequireSignIn } from '~shared/features/auth/require-sign-in'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Breadcrumbs } from '~shared/ui/breadcrumbs'

export function Component() {
  const t = useT()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isSignedIn = useIsSignedIn()
  // The link of a verification mail is often opened where nobody is signed in. It needs nobody to be.
  if (!isSignedIn && pathname === paths.profileEmail() && search.has(VERIFICATION)) return <Alone />
  const crumbs = [
    { name: t('common.home'), to: paths.home() },
    { name: t('common.nav.account'), to: paths.account() },
  ]
  return (
    <RequireSignIn>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={crumbs} />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-12">
        <AccountSidebar />
        <AccountBar />
        <div>
          <DeletionBanner />
          <Outlet />
        </div>
      </div>
    </RequireSignIn>
  )
}

const Alone = () => (
  <div className="mx-auto max-w-xl py-10">
    <Outlet />
  </div>
)
