import clsx from 'clsx'
import { Bell, Heart, LogOut, ShoppingBag, User } from 'lucide-react'
import { NavLink } from 'react-router'
import { useSignOut } from '~/features/auth/sign-out'
import { useUnread } from '~/features/notifications/queries'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'

const ROW = 'flex min-h-12 w-full items-center gap-3.5 rounded-md px-3 font-medium hover:bg-sunken'

/** The rooms of the account that exist so far. */
export function AccountLinks() {
  const t = useT()
  const unread = useUnread()
  const signOut = useSignOut()
  const links = [
    { to: paths.account(), Icon: User, label: t('account.overview'), end: true },
    { to: paths.notifications(), Icon: Bell, label: t('account.notifications.title'), count: unread },
    { to: paths.favourites(), Icon: Heart, label: t('common.nav.favourites') },
    { to: paths.cart(), Icon: ShoppingBag, label: t('common.nav.cart') },
  ]
  return (
    <ul className="grid gap-0.5">
      {links.map(({ to, Icon, label, count, end }) => (
        <li key={to}>
          <NavLink to={to} end={end ?? false} className={({ isActive }) => clsx(ROW, isActive && 'bg-accent-soft text-accent-text')}>
            <Icon aria-hidden className="size-5" />
            <span className="grow">{label}</span>
            {count !== undefined && count > 0 && (
              <>
                <span aria-hidden className="rounded-full bg-accent px-2 text-xs leading-5 font-bold text-on-accent tabular-nums">
                  {count}
                </span>
                <span className="sr-only">{t('common.nav.unread', { count })}</span>
              </>
            )}
          </NavLink>
        </li>
      ))}
      <li>
        <button type="button" className={ROW} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          <LogOut aria-hidden className="size-5" />
          {t('common.nav.signOut')}
        </button>
      </li>
    </ul>
  )
}
