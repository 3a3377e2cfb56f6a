import { ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import type { User } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { useT } from '~shared/i18n/context'
import { Avatar } from './avatar'
import { AccountLinks } from './links'
import { CopyNumber } from './copy-number'

function Who({ user, canCopy = false }: { user: User; canCopy?: boolean }) {
  const t = useT()
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <Avatar user={user} className="size-12" />
      <span className="grid min-w-0 justify-items-start">
        <span className="max-w-full truncate font-semibold">
          {user.firstName} {user.lastName}
        </span>
        {canCopy ? (
          <CopyNumber code={user.code} className="-my-1 text-sm text-muted" />
        ) : (
          <span className="text-sm text-muted tabular-nums">{t('account.number', { code: user.code })}</span>
        )}
      </span>
    </span>
  )
}

export function AccountSidebar() {
  const t = useT()
  const user = useAuth((state) => state.user)
  if (!user) return null
  return (
    <nav
      aria-label={t('common.nav.account')}
      className="top-36 hidden gap-4 rounded-xl border border-line bg-surface p-4 lg:grid [@media(min-height:60rem)]:sticky"
    >
      <Who user={user} canCopy />
      <AccountLinks />
    </nav>
  )
}

/** The same on small screens, folded, and folded again wherever it has led. */
export function AccountBar() {
  const t = useT()
  const { pathname } = useLocation()
  const user = useAuth((state) => state.user)
  if (!user) return null
  return (
    <nav aria-label={t('common.nav.account')} className="lg:hidden">
      <details key={pathname} className="group rounded-xl border border-line bg-surface">
        <summary className="flex min-h-18 list-none items-center justify-between gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
          <Who user={user} />
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-line p-2">
          <AccountLinks withBirthdays />
        </div>
      </details>
    </nav>
  )
}
