import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cashouts } from '~mock/cashouts-state'
import { openAt, t } from '~mock/in-shop'
import { OWNER } from '~mock/profile-state'
import { signIn } from '~mock/sign-in'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { AdminLayout } from './layout'
import { adminPaths } from './paths'
import { Component as Home } from './routes/home'
import { Component as Seo } from './routes/seo'

const open = () => openAt(adminPaths.home(), { path: '/idare', Component: AdminLayout, children: [{ index: true, Component: Home }] })
const menu = () => screen.queryByRole('navigation', { name: t('admin.areas.menu') })
const tile = async (area: string) => (await within(screen.getByRole('main')).findByText(area)).closest('a') as HTMLElement

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => auth.cleared())

it('the home page links to every area with the number of waiting entries, where known', async () => {
  signIn(OWNER)
  open()
  const waiting = cashouts.adminCashouts.filter(({ cashout }) => ['requested', 'approved', 'sent'].includes(cashout.status)).length
  const card = await tile(t('admin.areas.cashouts'))
  await within(card).findByText(t('admin.home.waiting', { count: waiting }))
  expect(card).toHaveAttribute('href', adminPaths.cashouts())
  expect(await tile(t('admin.areas.settings'))).toHaveTextContent(t('admin.areas.settings'))
  expect(within(menu() as HTMLElement).getByRole('link', { name: t('admin.areas.reviews') })).toHaveAttribute('href', adminPaths.reviews())
})

it('other users see a message and no areas', async () => {
  signIn()
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.forStaff') })
  expect(menu()).toBeNull()
})

it('guests sign in and return', async () => {
  const { address } = open()
  await screen.findByText(/^at /)
  expect(address()).toBe(paths.signIn(adminPaths.home()))
})

it('signing out leads to the sign-in page of this address', async () => {
  signIn(OWNER)
  const { address } = open()
  await userEvent.click(screen.getByRole('button', { name: t('common.nav.signOut') }))
  await screen.findByText(/^at /)
  expect(address()).toBe(paths.signIn(adminPaths.home()))
  expect(auth.tokens()).toBeNull()
})

it('a role sees its areas only', async () => {
  signIn({ roles: ['support'], permissions: ['orders_read', 'reviews_read', 'tickets_read', 'tickets_write'] })
  open()
  const links = await screen.findByRole('navigation', { name: t('admin.areas.menu') })
  const areas = within(links).getAllByRole('link')
  expect(areas.map((link) => link.getAttribute('href'))).toEqual([
    adminPaths.home(),
    adminPaths.orders(),
    adminPaths.refunds(),
    adminPaths.reviews(),
    adminPaths.tickets(),
  ])
})

it('a page outside of the role says so', async () => {
  signIn({ roles: ['support'], permissions: ['tickets_read'] })
  openAt(adminPaths.seo(), { path: '/idare/seo', Component: Seo })
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
  expect(screen.getByRole('link', { name: t('admin.home.link') })).toHaveAttribute('href', adminPaths.home())
})
