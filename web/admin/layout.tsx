// The layout of the back office: top bar, menu of areas and page, and the error pages of its router.
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { House, LogOut, Menu, Store, UserRoundCog, X } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { PaletteButton } from '~admin/palette/palette-button'
import { adminPaths } from '~admin/paths'
import { signOut } from '~admin/session/client'
import { StepUpDialog } from '~admin/session/step-up-dialog'
import { useStaff } from '~admin/session/store'
import { failureText } from '~shared/api/failure'
import { ErrorPage, NotFound } from '~shared/frame/error-page'
import { LanguageMenu } from '~shared/frame/language-menu'
import { LoadingBar, scrollKeyOf, RouteAnnouncer, SkipLink } from '~shared/frame/page-frame'
import { ThemeToggle } from '~shared/frame/theme-toggle'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { IconButton } from '~shared/ui/button'
import { Dialog } from '~shared/ui/dialog'
import { LogoMark } from '~shared/ui/logo'
import { Toaster } from '~shared/ui/toaster'
import { toast } from '~shared/ui/toast-store'
import { useGroups } from './areas'

export function AdminLayout() {
  const isSignedIn = useStaff(({ session }) => session !== null)
  return (
    <>
      <SkipLink />
      <LoadingBar />
      <TopBar isSignedIn={isSignedIn} />
      <div className="mx-auto grid max-w-[90rem] grid-cols-[minmax(0,1fr)] gap-8 px-4 sm:px-6 lg:grid-cols-[15rem_minmax(0,1fr)] print:block print:p-0">
        <div className="max-lg:hidden print:hidden">
          {isSignedIn && (
            <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto py-6">
              <Areas />
            </div>
          )}
        </div>
        <main id="main" tabIndex={-1} className="min-h-[60dvh] pb-16 outline-none print:p-0">
          <Outlet />
        </main>
      </div>
      <StepUpDialog />
      <RouteAnnouncer />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  )
}

/** After signing out, the current page redirects to the sign-in page, which leads back to it. */
function useSignOut() {
  const { t, locale } = useI18n()
  return useMutation({ mutationFn: () => signOut(locale), onError: (error) => toast.bad(failureText(t, error)) })
}

function TopBar({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useT()
  const { mutate: signOutNow, isPending } = useSignOut()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-canvas print:hidden">
      <div className="mx-auto flex h-16 max-w-[90rem] items-center px-4 sm:px-6">
        {isSignedIn && <AreasButton />}
        <Link to={adminPaths.home()} className="mr-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded-md">
          <LogoMark className="size-9 shrink-0" />
          <span className="max-sm:sr-only truncate text-lg font-bold tracking-tight">{t('admin.home.title')}</span>
        </Link>
        {isSignedIn && <PaletteButton />}
        <ThemeToggle />
        <LanguageMenu />
        <Link to={paths.home()} className={BAR_ITEM} aria-label={t('admin.toShop')}>
          <Store aria-hidden className="size-5" />
          <span className="max-md:hidden">{t('admin.toShop')}</span>
        </Link>
        {isSignedIn && (
          <button type="button" className={BAR_ITEM} aria-label={t('common.nav.signOut')} disabled={isPending} onClick={() => signOutNow()}>
            <LogOut aria-hidden className="size-5" />
            <span className="max-md:hidden">{t('common.nav.signOut')}</span>
          </button>
        )}
      </div>
      <Toaster labels={{ region: t('common.messages'), close: t('common.close') }} />
    </header>
  )
}

const BAR_ITEM = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md px-2.5 text-sm font-medium hover:bg-sunken'

/** Opens the menu of areas on small screens. */
function AreasButton() {
  const t = useT()
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const close = () => setOpenAt(null)
  return (
    <>
      <IconButton label={t('admin.areas.menu')} aria-haspopup="dialog" className="-ml-2.5 lg:hidden" onClick={() => setOpenAt(key)}>
        <Menu aria-hidden className="size-6" />
      </IconButton>
      {/* The key of the history entry changes with every navigation, which closes the dialog. */}
      <Dialog
        open={openAt === key}
        onClose={close}
        label={t('admin.areas.menu')}
        className="m-0 h-dvh w-[min(20rem,88vw)] rounded-r-2xl p-0 open:slide-left"
      >
        <div className="grid gap-2 p-4">
          <IconButton label={t('common.close')} className="justify-self-end" onClick={close}>
            <X aria-hidden className="size-5" />
          </IconButton>
          <Areas />
        </div>
      </Dialog>
    </>
  )
}

const AREA = 'flex min-h-11 items-center gap-3 rounded-md px-3 font-medium hover:bg-sunken'
const areaClass = ({ isActive }: { isActive: boolean }) => clsx(AREA, isActive && 'bg-accent-soft text-accent-text')

function Areas() {
  const t = useT()
  return (
    <nav aria-label={t('admin.areas.menu')} className="grid gap-5 text-[0.9375rem]">
      <NavLink to={adminPaths.home()} end className={areaClass}>
        <House aria-hidden className="size-5 shrink-0" />
        {t('admin.home.link')}
      </NavLink>
      {useGroups().map(({ id, areas }) => (
        <div key={id} className="grid gap-1">
          <p id={`areas-${id}`} className="px-3 text-xs font-semibold text-muted">
            {t(`admin.areas.group.${id}`)}
          </p>
          <ul aria-labelledby={`areas-${id}`} className="grid gap-0.5">
            {areas.map(({ id: area, to, Icon }) => (
              <li key={area}>
                <NavLink to={to} className={areaClass}>
                  <Icon aria-hidden className="size-5 shrink-0" />
                  {t(`admin.areas.${area}`)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <NavLink to={adminPaths.account()} className={areaClass}>
        <UserRoundCog aria-hidden className="size-5 shrink-0" />
        {t('adminStaff.account.title')}
      </NavLink>
    </nav>
  )
}

export function AdminNotFound() {
  const t = useT()
  return <NotFound home={{ to: adminPaths.home(), label: t('admin.home.title') }} />
}

/** Shown when the layout itself fails. The top bar is left out, because its texts may not have been loaded. */
export function AdminError() {
  const t = useT()
  return (
    <div className="px-4">
      <ErrorPage home={{ to: adminPaths.home(), label: t('common.home') }} />
    </div>
  )
}
