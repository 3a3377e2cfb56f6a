// The frame of the account's pages.

import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router'
import { CopyNumber } from '~/features/account/page'
import { VERIFICATION } from '~/features/account/email-verification'
import { AccountLinks } from '~/features/account/links'
import type { Arrival } from '~/features/sign-in/steps'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { RequireSignIn } from '~shared/features/auth/access'
import { auth, useAuth, useIsSignedIn } from '~shared/features/auth/store'
import { failureText } from '~shared/api/failure'
import { useI18n, useT } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { paths } from '~shared/lib/paths'
import { Breadcrumbs } from '~shared/ui/section'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

export function Component() {
  const t = useT()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isSignedIn = useIsSignedIn()
  // The mailed link verifies the address of one account, so its owner must sign in first. The sign-in page says why.
  if (!isSignedIn && pathname === paths.profileEmail() && search.has(VERIFICATION)) {
    const arrival: Arrival = { note: 'verification' }
    return <Navigate to={paths.signIn(`${pathname}?${search.toString()}`)} replace state={arrival} />
  }
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

function DeletionBanner() {
  const { t, locale } = useI18n()
  const deletesAt = useAuth((state) => state.user?.deletesAt)
  const cancelDeletion = useMutation({
    mutationFn: () => post(locale, '/user/restore', undefined),
    onSuccess: ({ data }) => {
      auth.profileLoaded(data)
      toast.good(t('account.data.kept'))
    },
    onError: (error) => toast.bad(failureText(t, error)),
  })
  if (!deletesAt) return null
  return (
    <section
      aria-label={t('account.data.deletion')}
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-warn-soft px-5 py-4"
    >
      <TriangleAlert aria-hidden className="size-6 shrink-0 text-warn" />
      <div className="min-w-56 grow basis-0">
        <p className="font-semibold">{t('account.data.deletesAt', { date: date(locale, deletesAt) })}</p>
        <p className="text-sm text-muted">{t('account.data.deletesText')}</p>
      </div>
      <Button busy={cancelDeletion.isPending} disabled={cancelDeletion.isPending} onClick={() => cancelDeletion.mutate()}>
        {t('account.data.keep')}
      </Button>
    </section>
  )
}

function AccountName({ user, canCopy = false }: { user: User; canCopy?: boolean }) {
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

function AccountSidebar() {
  const t = useT()
  const user = useAuth((state) => state.user)
  if (!user) return null
  return (
    <nav
      aria-label={t('common.nav.account')}
      className="top-36 hidden gap-4 rounded-xl border border-line bg-surface p-4 lg:grid [@media(min-height:60rem)]:sticky"
    >
      <AccountName user={user} canCopy />
      <AccountLinks />
    </nav>
  )
}

/** The account's links on phones, which collapse after every navigation. */
function AccountBar() {
  const t = useT()
  const { pathname } = useLocation()
  const user = useAuth((state) => state.user)
  if (!user) return null
  return (
    <nav aria-label={t('common.nav.account')} className="lg:hidden">
      <details key={pathname} className="group rounded-xl border border-line bg-surface">
        <summary className="flex min-h-18 list-none items-center justify-between gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
          <AccountName user={user} />
          <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-line p-2">
          <AccountLinks withBirthdays />
        </div>
      </details>
    </nav>
  )
}

const TONES = ['bg-rose', 'bg-peach', 'bg-mint', 'bg-sky', 'bg-lilac', 'bg-sand']

/** Drawn locally, so that no picture service learns who is signed in. */
function Avatar({ user, className }: { user: User; className?: string }) {
  const initials = `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center rounded-full font-bold',
        TONES[Number(user.code) % TONES.length] ?? TONES[0],
        className,
      )}
    >
      {initials}
    </span>
  )
}
