import { ChevronDown } from 'lucide-react'
import type { User } from '~/api/types'
import { useAuth } from '~/features/auth/store'
import { useT } from '~/i18n/context'
import { Avatar } from './avatar'
import { AccountLinks } from './links'

function Who({ user }: { user: User }) {
  const t = useT()
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <Avatar user={user} className="size-12" />
      <span className="grid min-w-0">
        <span className="truncate font-semibold">
          {user.firstName} {user.lastName}
        </span>
        <span className="text-sm text-muted tabular-nums">{t('account.number', { code: user.code })}</span>
      </span>
    </span>
  )
}

export function AccountSidebar() {
  const t = useT()
  const user = useAuth((state) => state.user)
  if (!user) return null
  return (
    <nav aria-label={t('common.nav.account')} className="sticky top-36 hidden gap-4 rounded-xl border border-line bg-surface p-4 lg:grid">
      <Who user={user} />
      <AccountLinks />
    </nav>
  )
}

/** The same on small screens, folded. */
export function AccountBar() {
  const t = useT()
  const user = useAuth((state) => state.user)
  if (!user) return null
  return (
    <nav aria-label={t('common.nav.account')} className="lg:hidden">
      <details className="group rounded-xl border border-line bg-surface">
        <summary className="flex min-h-18 list-none items-center justify-between gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
          <Who user={user} />
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-line p-2">
          <AccountLinks />
        </div>
      </details>
    </nav>
  )
}
