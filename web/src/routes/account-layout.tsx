import { Outlet } from 'react-router'
import { AccountBar, AccountSidebar } from '~/features/account/sidebar'
import { RequireSignIn } from '~/features/auth/components/require-sign-in'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { Breadcrumbs } from '~/ui/breadcrumbs'

export function Component() {
  const t = useT()
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
          <Outlet />
        </div>
      </div>
    </RequireSignIn>
  )
}
