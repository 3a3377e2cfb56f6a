import clsx from 'clsx'
import {
  AtSign,
  Bell,
  Cake,
  ChartColumn,
  ChevronDown,
  CircleQuestionMark,
  Database,
  Gift,
  KeyRound,
  ListChecks,
  LogOut,
  type LucideIcon,
  MapPin,
  MessageSquareText,
  Package,
  ShieldCheck,
  Sparkles,
  Store,
  User,
  UserPen,
  Wrench,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { useSignOut } from '~shared/features/auth/access'
import { useAuth } from '~shared/features/auth/store'
import { useUnread } from './counts'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'

const ROW = 'flex min-h-12 w-full items-center gap-3.5 rounded-md px-3 text-left font-medium hover:bg-sunken'

interface RowProps {
  to: string
  Icon: LucideIcon
  label: string
  count?: number
  end?: boolean
}

function LinkRow({ to, Icon, label, count = 0, end = false }: RowProps) {
  const t = useT()
  return (
    <li>
      <NavLink to={to} end={end} className={({ isActive }) => clsx(ROW, isActive && 'bg-accent-soft text-accent-text')}>
        <Icon aria-hidden className="size-5 shrink-0" />
        <span className="grow">{label}</span>
        {count > 0 && (
          <>
            <span aria-hidden className="rounded-full bg-accent px-2 text-xs leading-5 font-bold text-on-accent tabular-nums">
              {count}
            </span>
            <span className="sr-only">{t('common.nav.unread', { count })}</span>
          </>
        )}
      </NavLink>
    </li>
  )
}

/** On wide screens, the overview links to the birthdays instead. */
export function AccountLinks({ withBirthdays = false }: { withBirthdays?: boolean }) {
  const t = useT()
  const unread = useUnread()
  const signOut = useSignOut()
  const isBlogger = useAuth((state) => state.user?.isBlogger)
  // A shop session has no back-office permissions, so the roles decide.
  const isStaff = useAuth((state) => (state.user?.roles.length ?? 0) > 0)
  return (
    <ul className="grid gap-0.5">
      <LinkRow to={paths.account()} Icon={User} label={t('account.overview.title')} end />
      <Group Icon={UserPen} label={t('account.personal')}>
        <LinkRow to={paths.profileName()} Icon={User} label={t('account.name.link')} />
        <LinkRow to={paths.profileEmail()} Icon={AtSign} label={t('account.email.link')} />
        <LinkRow to={paths.profilePassword()} Icon={KeyRound} label={t('account.password.link')} />
      </Group>
      <LinkRow to={paths.orders()} Icon={Package} label={t('account.orders.title')} />
      <LinkRow to={paths.notifications()} Icon={Bell} label={t('account.notifications.title')} count={unread} />
      <LinkRow to={paths.myBonuses()} Icon={Gift} label={t('account.bonuses.title')} />
      <LinkRow to={paths.subscriptions()} Icon={Store} label={t('account.subscriptions')} />
      <LinkRow to={paths.addresses()} Icon={MapPin} label={t('account.addresses.title')} />
      {withBirthdays && <LinkRow to={paths.birthdays()} Icon={Cake} label={t('account.birthdays.title')} />}
      <LinkRow to={paths.myReviews()} Icon={MessageSquareText} label={t('account.reviews.title')} />
      <LinkRow to={paths.security()} Icon={ShieldCheck} label={t('account.security.title')} />
      {isBlogger && <LinkRow to={paths.myLists()} Icon={ListChecks} label={t('account.influencer.lists')} />}
      {isBlogger && <LinkRow to={paths.myEarnings()} Icon={ChartColumn} label={t('account.earnings.title')} />}
      {!isBlogger && <LinkRow to={paths.influencerForm()} Icon={Sparkles} label={t('account.influencer.link')} />}
      {isStaff && <LinkRow to={paths.admin()} Icon={Wrench} label={t('account.admin')} />}
      <LinkRow to={paths.help()} Icon={CircleQuestionMark} label={t('account.help.title')} />
      <LinkRow to={paths.myData()} Icon={Database} label={t('account.data.title')} />
      <li>
        <button type="button" className={ROW} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
          <LogOut aria-hidden className="size-5" />
          {t('common.nav.signOut')}
        </button>
      </li>
    </ul>
  )
}

function Group({ Icon, label, children }: { Icon: LucideIcon; label: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/personal">
        <summary className={clsx(ROW, 'list-none [&::-webkit-details-marker]:hidden')}>
          <Icon aria-hidden className="size-5 shrink-0" />
          <span className="grow">{label}</span>
          <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open/personal:rotate-180" />
        </summary>
        <ul className="ml-5 grid gap-0.5 border-l border-line pl-2">{children}</ul>
      </details>
    </li>
  )
}
