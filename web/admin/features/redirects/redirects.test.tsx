import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Redirects } from '~admin/routes/redirects'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { openAt, t } from '~mock/in-shop'
import { seo } from '~mock/seo-state'
import { signInStaff } from '~mock/staff-sign-in'

/** A redirect of the mock, which leads to /kateqoriya/guller. */
const OLD = '/kohne-katalog/guller'

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Redirects />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = (text?: string) => openAt(adminPaths.redirects(text), { path: '/idare/yonlendirmeler', Component: Page })
const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const row = async (from: string) => within((await screen.findByRole('heading', { level: 2, name: from })).closest('li') as HTMLElement)
/** The accessible name of a button in the row. */
const act = (name: string, from: string) => t('adminSite.redirects.of', { act: name, from })
const redirectFrom = (from: string) => seo.redirects.find((redirect) => redirect.from === from)
const field = (name: 'from' | 'to') => screen.findByLabelText(t(`adminSite.redirects.${name}`))
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('redirects are found by a part of the old or the new address', async () => {
  const { address } = open()
  await waitFor(() => expect(headings()).toEqual(['/aksiyalar', '/gul-dukani', OLD]))
  // The text is in the new address of /aksiyalar, which is /endirimler.
  await user.type(screen.getByLabelText(t('adminSite.redirects.find')), 'endirim{Enter}')
  await waitFor(() => expect(headings()).toEqual(['/aksiyalar']))
  expect(address()).toBe(adminPaths.redirects('endirim'))
  await user.type(screen.getByLabelText(t('adminSite.redirects.find')), 'xyz{Enter}')
  await screen.findByText(t('adminSite.redirects.notFound'))
  await press(t('common.search.clear'))
  await waitFor(() => expect(headings()).toHaveLength(3))
  expect(address()).toBe(adminPaths.redirects())
})

it('a new redirect shows errors of its addresses, and its final target once saved', async () => {
  open()
  await press(t('adminSite.redirects.new'))
  await waitFor(async () => expect(await field('from')).toHaveFocus())
  await user.type(await field('from'), '/ru/kampaniyalar')
  await user.type(await field('to'), 'https://elsewhere.example/')
  await press(t('adminSite.save'))
  await waitFor(async () => expect(await field('from')).toHaveAccessibleDescription(t('errors.fields.language_in_path')))
  expect(await field('to')).toHaveAccessibleDescription(t('errors.fields.not_a_path'))
  await user.clear(await field('from'))
  await user.type(await field('from'), '/kampaniyalar')
  await user.clear(await field('to'))
  await user.type(await field('to'), '/aksiyalar')
  await press(t('adminSite.save'))
  // The server skips /aksiyalar, which leads to /endirimler.
  await screen.findByText(t('adminSite.redirects.leads', { from: '/kampaniyalar', to: '/endirimler' }))
  await row('/kampaniyalar')
  expect(redirectFrom('/kampaniyalar')).toEqual({ from: '/kampaniyalar', to: '/endirimler', status: 301 })
})

it('a redirect to itself is refused beside its field, and the input stays', async () => {
  open()
  await user.click((await row(OLD)).getByRole('button', { name: act(t('adminSite.change'), OLD) }))
  await user.clear(await field('to'))
  await user.type(await field('to'), OLD)
  await press(t('adminSite.save'))
  await waitFor(async () => expect(await field('to')).toHaveAccessibleDescription('Bu, yenə özünə qayıdar'))
  expect(await field('to')).toHaveValue(OLD)
  await press(`${t('adminSite.redirects.to')}: Bu, yenə özünə qayıdar`)
  expect(await field('to')).toHaveFocus()
  await press(t('adminSite.cancel'))
  expect(screen.queryByLabelText(t('adminSite.redirects.to'))).toBeNull()
  expect(redirectFrom(OLD)?.to).toBe('/kateqoriya/guller')
})

it('a redirect changes its status, and with the status “gone” it has no target', async () => {
  open()
  const change = async () => user.click((await row(OLD)).getByRole('button', { name: act(t('adminSite.change'), OLD) }))
  await change()
  await user.click(screen.getByRole('radio', { name: t('adminSite.redirects.kind.302') }))
  await press(t('adminSite.save'))
  await waitFor(() => expect(redirectFrom(OLD)).toMatchObject({ to: '/kateqoriya/guller', status: 302 }))
  await (await row(OLD)).findByText(t('adminSite.redirects.kind.302'))
  await change()
  await user.click(screen.getByRole('radio', { name: t('adminSite.redirects.kind.301') }))
  expect(await field('to')).toHaveValue('/kateqoriya/guller')
  await user.click(screen.getByRole('radio', { name: t('adminSite.redirects.kind.410') }))
  await waitFor(() => expect(screen.queryByLabelText(t('adminSite.redirects.to'))).toBeNull())
  await press(t('adminSite.save'))
  await screen.findByText(t('adminSite.redirects.isGone', { from: OLD }))
  expect(redirectFrom(OLD)).toEqual({ from: OLD, to: '', status: 410 })
})

it('a removed redirect is restored by undo', async () => {
  open()
  await user.click((await row(OLD)).getByRole('button', { name: act(t('adminSite.remove'), OLD) }))
  await waitFor(() => expect(headings()).not.toContain(OLD))
  expect(redirectFrom(OLD)).toBeUndefined()
  await press(t('common.undo'))
  await row(OLD)
  expect(redirectFrom(OLD)?.to).toBe('/kateqoriya/guller')
})
