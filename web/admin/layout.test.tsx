import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { withAuthenticator } from '~mock/authenticator'
import { cashouts } from '~mock/cashouts-state'
import { BASE, problem } from '~mock/handlers/responses'
import { TOTP_CODE } from '~mock/handlers/staff-session'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { staffSessionState } from '~mock/staff-session-state'
import { signInStaff } from '~mock/staff-sign-in'
import { call } from '~shared/api/http'
import { auth } from '~shared/features/auth/store'
import { LANGUAGE_NAMES } from '~shared/i18n/locale'
import { toast, useToasts } from '~shared/ui/toast-store'
import { AdminLayout } from './layout'
import { adminPaths } from './paths'
import { Component as Home } from './routes/home'
import { Component as Seo } from './routes/seo'
import { Component as SignIn } from './routes/sign-in'
import { askForStepUp } from './session/step-up'
import { staffSession, useStaff } from './session/store'

/** `openAt` renders every other address as the text "at …". */
const open = () => openAt(adminPaths.home(), { path: '/idare', Component: AdminLayout, children: [{ index: true, Component: Home }] })
const menu = () => screen.queryByRole('navigation', { name: t('admin.areas.menu') })
/** The link of an area on the home page. */
const tile = async (area: string) => (await within(screen.getByRole('main')).findByText(area)).closest('a') as HTMLElement

withAuthenticator()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

it('the home page links to every area with the number of waiting entries, where known', async () => {
  signInStaff()
  open()
  const waiting = cashouts.adminCashouts.filter(({ cashout }) => ['requested', 'approved', 'sent'].includes(cashout.status)).length
  const card = await tile(t('admin.areas.cashouts'))
  await within(card).findByText(t('admin.home.waiting', { count: waiting }))
  expect(card).toHaveAttribute('href', adminPaths.cashouts())
  expect(await tile(t('admin.areas.settings'))).toHaveTextContent(t('admin.areas.settings'))
  expect(within(menu() as HTMLElement).getByRole('link', { name: t('admin.areas.reviews') })).toHaveAttribute('href', adminPaths.reviews())
})

it('a role without permissions sees a message and no areas', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByText(t('admin.home.nothing'))
  const links = within(menu() as HTMLElement).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([adminPaths.home(), adminPaths.account()])
})

it('visitors without a session are sent to the sign-in page, which leads back', async () => {
  staffSession.ended(null)
  const { address } = openAt(adminPaths.seo(), { path: '/idare/seo', Component: Seo })
  await screen.findByText(/^at /)
  expect(address()).toBe(adminPaths.signIn(adminPaths.seo()))
})

it('somebody who is signed in to the shop only is sent to the sign-in page of the back office', async () => {
  staffSession.ended(null)
  signIn({ roles: ['owner'] })
  const { address } = open()
  await screen.findByText(/^at /)
  expect(address()).toBe(adminPaths.signIn())
  auth.cleared()
})

it('signing out ends the session and leads to the sign-in page of this address', async () => {
  signInStaff()
  const { address } = open()
  await userEvent.click(screen.getByRole('button', { name: t('common.nav.signOut') }))
  await screen.findByText(/^at /)
  expect(address()).toBe(adminPaths.signIn(adminPaths.home()))
  expect([staffSessionState.isOpen, useStaff.getState().end]).toEqual([false, 'signedOut'])
})

it('a session that ends while a page is open leads to the sign-in page, which says why', async () => {
  signInStaff()
  const pages = {
    path: '/idare',
    children: [
      { path: 'seo', Component: Seo },
      { path: 'giris', Component: SignIn },
    ],
  }
  const { address } = openAt(adminPaths.seo(), pages)
  await screen.findByRole('heading', { level: 1, name: t('adminSite.seo.title') })
  Object.assign(staffSessionState, { isExpired: true, refusal: 'account_blocked' })
  await call({ method: 'GET', path: '/admin/seo/texts', locale: 'az' }).catch(() => {})
  await screen.findByText(t('adminStaff.ended.withdrawn'))
  expect(address()).toBe(adminPaths.signIn(adminPaths.seo()))
})

it('says that signing out failed, and stays signed in', async () => {
  signInStaff()
  server.use(http.delete(`${BASE}/staff/session`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
  open()
  await userEvent.click(screen.getByRole('button', { name: t('common.nav.signOut') }))
  await screen.findByText('Bir az sonra yenidən cəhd edin')
  expect(useStaff.getState().session).not.toBeNull()
})

it('the menu lists only the areas that the permissions of a role open', async () => {
  signInStaff({ roles: ['support'], permissions: ['orders_read', 'reviews_read', 'tickets_read', 'tickets_write'] })
  open()
  const links = await screen.findByRole('navigation', { name: t('admin.areas.menu') })
  const areas = within(links).getAllByRole('link')
  expect(areas.map((link) => link.getAttribute('href'))).toEqual([
    adminPaths.home(),
    adminPaths.orders(),
    adminPaths.deliveries(),
    adminPaths.refunds(),
    adminPaths.reviews(),
    adminPaths.tickets(),
    adminPaths.account(),
  ])
})

it('the header has the menu of areas, the theme and the languages, and toasts are closed', async () => {
  signInStaff()
  open()
  const press = (name: string | RegExp) => userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name }))
  await press(t('admin.areas.menu'))
  const dialog = within(screen.getByRole('dialog', { name: t('admin.areas.menu') }))
  expect(dialog.getByRole('link', { name: t('admin.areas.seo') })).toHaveAttribute('href', adminPaths.seo())
  await userEvent.click(dialog.getByRole('button', { name: t('common.close') }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await press(t('common.theme.dark'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await press(t('common.theme.dark'))
  expect(document.documentElement.dataset.theme).toBe('light')
  delete document.documentElement.dataset.theme
  await userEvent.click(screen.getByText(t('common.language'), { exact: false }))
  expect(screen.getByRole('link', { name: LANGUAGE_NAMES.ru })).toHaveAttribute('href', '/ru/idare')
  act(() => {
    useToasts.setState({ toasts: [] })
    toast.good('Saxlandı')
  })
  await press(t('common.close'))
  expect(screen.queryByText('Saxlandı')).toBeNull()
})

it('the second factor is asked for on any page, in any way, and the answer reaches the call that waits', async () => {
  signInStaff()
  open()
  /** Asks for the factor, and presses buttons of the dialog. */
  const answer = async (...names: string[]) => {
    let result: Promise<boolean> | undefined
    act(() => void (result = askForStepUp()))
    for (const name of names) await userEvent.click(await within(screen.getByRole('dialog')).findByRole('button', { name }))
    return result
  }
  const use = (way: 'totp' | 'recovery' | 'passkey') => t(`adminStaff.factor.use.${way}`)
  expect(await answer(use('totp'), use('recovery'), use('passkey'), t('adminStaff.cancel'))).toBe(false)
  expect(await answer(t('common.close'))).toBe(false)
  expect(await answer(t('adminStaff.factor.passkey'))).toBe(true)
  const confirmed = answer(use('totp'))
  await userEvent.type(await screen.findByLabelText(t('adminStaff.factor.totp')), TOTP_CODE)
  await userEvent.click(screen.getByRole('button', { name: t('adminStaff.factor.confirm') }))
  expect(await confirmed).toBe(true)
})

it('a page whose permission is missing shows a message and a link to the home page', async () => {
  signInStaff({ roles: ['support'], permissions: ['tickets_read'] })
  openAt(adminPaths.seo(), { path: '/idare/seo', Component: Seo })
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
  expect(screen.getByRole('link', { name: t('admin.home.link') })).toHaveAttribute('href', adminPaths.home())
})
