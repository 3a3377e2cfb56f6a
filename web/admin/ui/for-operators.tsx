import type { ReactNode } from 'react'
import emptyBell from '~shared/assets/pictures/empty-bell.webp'
import { RequireSignIn } from '~shared/features/auth/require-sign-in'
import { useAuth } from '~shared/features/auth/store'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'

/** Shows its content to operators alone. The server refuses everybody else anyway; this says so before. */
export function ForOperators({ children }: { children: ReactNode }) {
  const isOperator = useAuth((state) => state.user?.roles.includes('operator'))
  return <RequireSignIn>{isOperator ? children : <NotForYou />}</RequireSignIn>
}

function NotForYou() {
  const t = useT()
  return (
    <EmptyState picture={emptyBell} title={t('desk.forOperators')} text={t('desk.forOperatorsText')} asPageTitle>
      <ButtonLink to={paths.home()} size="lg">
        {t('common.toShop')}
      </ButtonLink>
    </EmptyState>
  )
}
