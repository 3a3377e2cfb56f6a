import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Robots } from '~admin/routes/robots'
import { Component as Kinds } from '~admin/routes/seo'
import { Component as Kind } from '~admin/routes/seo-text'
import { UPLOADED } from '~mock/handlers/pictures'
import { openAt, t } from '~mock/in-shop'
import { seo } from '~mock/seo-state'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const openList = () => openAt(adminPaths.seo(), { path: '/idare/seo', Component: Kinds })
const openKind = (kind = 'product-page', language = 'ru') =>
  openAt(adminPaths.seoText(kind, language), { path: '/idare/seo/:page', Component: Kind })
const openRobots = () => openAt(adminPaths.robots(), { path: '/idare/robots', Component: Robots })
const field = (name: 'title' | 'description') => screen.findByLabelText(new RegExp(`^${t(`adminSite.seo.label.${name}`)}( |$)`))
/** The field for the lines of robots.txt. */
const lines = () => screen.findByLabelText(new RegExp(`^${t('adminSite.robots.lines')}`))
const save = async () => user.click(await screen.findByRole('button', { name: t('adminSite.save') }))
const write = async (box: HTMLElement, text: string) => {
  await user.clear(box)
  await user.click(box)
  await user.paste(text)
}
const storedText = (kind: string, language: string) => seo.texts.find((text) => text.page === kind && text.language === language)

beforeEach(() => {
  signInStaff()
})

it.each([
  ['the list', openList],
  ['a kind of page', openKind],
  ['robots.txt', openRobots],
])('%s is shown to operators only', async (_what, openPage) => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openPage()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('lists the title of every kind of page without a subject, with a link to its texts', async () => {
  openList()
  const product = within((await screen.findByRole('heading', { name: t('adminSite.seo.name.product-page') })).closest('li') as HTMLElement)
  product.getByText('Hədiyyələr · Sovqat')
  expect(product.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['az', 'ru', 'en'].map((language) => adminPaths.seoText('product-page', language)),
  )
})

it('an unknown kind of page links to the list', async () => {
  openKind('imprint-page')
  expect(await screen.findByRole('link', { name: t('adminSite.seo.back') })).toHaveAttribute('href', adminPaths.seo())
})

it('previews a template with and without a subject', async () => {
  openKind()
  await write(await field('title'), '[{subject}: цены|Подарки] · {shop}')
  await screen.findByText('Букет роз: цены · Sovqat')
  screen.getByText('Подарки · Sovqat')
})

it('refuses an invalid template and keeps what was typed', async () => {
  openKind()
  await write(await field('title'), '{subject} · {shop}')
  await save()
  await waitFor(async () => expect(await field('title')).toHaveAccessibleDescription(t('errors.fields.bad_template')))
  await user.click(screen.getByRole('button', { name: `${t('adminSite.seo.label.title')}: ${t('errors.fields.bad_template')}` }))
  expect(await field('title')).toHaveFocus()
  expect(await field('title')).toHaveValue('{subject} · {shop}')
  expect(storedText('product-page', 'ru')?.title).not.toBe('{subject} · {shop}')
})

it('saves the texts of one language only', async () => {
  openKind()
  await write(await field('title'), 'Подарки · {shop}')
  await save()
  await waitFor(() => expect(storedText('product-page', 'ru')?.title).toBe('Подарки · {shop}'))
  expect(storedText('product-page', 'az')?.title).toMatch(/Hədiyyələr/)
})

it('keeps unsaved texts when the page is left', async () => {
  const { unmount } = openKind()
  await write(await field('description'), 'Черновик')
  unmount()
  openKind()
  expect(await field('description')).toHaveValue('Черновик')
})

it('refuses robots.txt lines that crawlers do not understand', async () => {
  openRobots()
  await write(await lines(), 'Disalow: /')
  await save()
  await waitFor(async () => expect(await lines()).toHaveAccessibleDescription(t('errors.fields.invalid')))
  expect(seo.robots).toBe('')
  await write(await lines(), 'User-agent: GreedyBot\nDisallow: /')
  await save()
  await waitFor(() => expect(seo.robots).toBe('User-agent: GreedyBot\nDisallow: /'))
})

/** The picture that social networks show for a shared link. */
const shareField = () => screen.findByLabelText(new RegExp(`^${t('adminSite.seo.label.ogImage')}`))

it('uploads the picture for sharing, and replaces it by another', async () => {
  openKind()
  await user.upload(await shareField(), new File(['x'], 'a.png', { type: 'image/png' }))
  const name = t('admin.picture.removeOf', { name: t('adminSite.seo.label.ogImage') })
  await user.click(await screen.findByRole('button', { name }))
  await user.upload(await shareField(), new File(['x'], 'b.png', { type: 'image/png' }))
  await screen.findByRole('button', { name })
  await save()
  await waitFor(() => expect(storedText('product-page', 'ru')?.ogImage).toBe(UPLOADED))
})

it('staff who may not upload pictures type the address of one', async () => {
  signInStaff({ roles: ['marketing'], permissions: ['seo_read', 'seo_write'] })
  openKind()
  await write(await shareField(), '/media/abc/640.webp')
  await save()
  await waitFor(() => expect(storedText('product-page', 'ru')?.ogImage).toBe('/media/abc/640.webp'))
})
