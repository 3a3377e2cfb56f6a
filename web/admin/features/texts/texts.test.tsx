import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Text } from '~admin/routes/text'
import { Component as Texts } from '~admin/routes/texts'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { publish, texts } from '~mock/texts-state'

/** The beginning of the text that was never published. */
const INITIAL_TEXT = /^## Ümumi qaydalar/

const user = userEvent.setup({ delay: null })
const Editor = () => (
  <>
    <Text />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const openList = () => openAt(adminPaths.texts(), { path: '/idare/sehifeler', Component: Texts })
const openText = (page = 'delivery', language = 'ru') =>
  openAt(adminPaths.text(page, language), { path: '/idare/sehifeler/:page', Component: Editor })
const field = (name: 'title' | 'markdown') => screen.findByLabelText<HTMLTextAreaElement>(t(`adminSite.texts.label.${name}`))
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const writeMarkdown = async (text: string) => {
  const input = await field('markdown')
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}
/** Publishes the Russian text about delivery, as another operator would. */
const publishElsewhere = (markdown: string) =>
  publish({ page: 'delivery', language: 'ru', fromVersion: texts.published[0]?.version ?? 0, title: 'Доставка', markdown })

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it.each([
  ['the list', openList],
  ['a text', openText],
])('%s is shown to operators only', async (_what, openPage) => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openPage()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('lists every page in every language', async () => {
  publishElsewhere('## Сроки\n\nЗа день.')
  openList()
  const page = within((await screen.findByRole('heading', { name: t('adminSite.texts.name.delivery') })).closest('li') as HTMLElement)
  expect(page.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ['az', 'ru', 'en'].map((language) => adminPaths.text('delivery', language)),
  )
  page.getByText(t('adminSite.texts.version', { version: 1 }))
  // The text is unpublished in az and en.
  expect(page.getAllByText(t('adminSite.texts.first'))).toHaveLength(2)
})

it('an unknown page links to the list', async () => {
  openText('imprint')
  expect(await screen.findByRole('link', { name: t('adminSite.texts.back') })).toHaveAttribute('href', adminPaths.texts())
})

describe('a text', () => {
  it('can be previewed without publishing it', async () => {
    openText()
    await writeMarkdown('## Сроки\n\nПишите: {{email}}')
    await press(t('adminSite.texts.look'))
    expect(await screen.findByText('Пишите: salam@sovqat.az')).toBeVisible()
    expect(screen.getByRole('heading', { name: t('adminSite.texts.preview') })).toHaveFocus()
    expect(texts.published).toEqual([])
  })

  it('shows an unknown placeholder beside the field, on preview and on publishing', async () => {
    openText()
    await writeMarkdown('## Сроки\n\nПишите: {{fax}}')
    await press(t('adminSite.texts.look'))
    await waitFor(async () => expect(await field('markdown')).toHaveAccessibleDescription(t('errors.fields.unknown_place')))
    await press(`${t('adminSite.texts.label.markdown')}: ${t('errors.fields.unknown_place')}`)
    expect(await field('markdown')).toHaveFocus()
    await press(t('adminSite.texts.publish'))
    // The server's text for the same error.
    await waitFor(async () => expect(await field('markdown')).toHaveAccessibleDescription('Mətndə doldurula bilməyən yer var'))
    expect((await field('markdown')).value).toContain('{{fax}}')
    expect(texts.published).toEqual([])
  })

  it('is published as the next version', async () => {
    openText()
    await writeMarkdown('## Сроки\n\nЗа день.')
    await press(t('adminSite.texts.publish'))
    await screen.findByText(t('adminSite.texts.published', { version: 1 }))
    expect(texts.published[0]).toMatchObject({ page: 'delivery', language: 'ru', version: 1, markdown: '## Сроки\n\nЗа день.' })
    await screen.findByRole('heading', { level: 3, name: t('adminSite.texts.version', { version: 1 }) })
    expect(screen.queryByRole('button', { name: t('adminSite.texts.goOn') })).toBeNull()
  })

  it('is not overwritten when somebody else has published', async () => {
    openText()
    await writeMarkdown('## Сроки\n\nЗа два дня.')
    publishElsewhere('## Сроки\n\nЗа день.')
    await press(t('adminSite.texts.publish'))
    await screen.findByText('Mətn bu arada dəyişib')
    await press(t('adminSite.texts.goOn'))
    expect(texts.published).toHaveLength(1)
    expect((await field('markdown')).value).toBe('## Сроки\n\nЗа два дня.')
    await press(t('adminSite.texts.publish'))
    await screen.findByText(t('adminSite.texts.published', { version: 2 }))
    expect(texts.published[0]?.markdown).toBe('## Сроки\n\nЗа два дня.')
  })

  it('is replaced by an earlier version, and undo restores the draft', async () => {
    publishElsewhere('## Сроки\n\nЗа день.')
    openText()
    await writeMarkdown('## Черновик')
    await press(t('adminSite.texts.takeOf', { name: t('adminSite.texts.first') }))
    expect((await field('markdown')).value).toMatch(INITIAL_TEXT)
    await press(t('common.undo'))
    expect((await field('markdown')).value).toBe('## Черновик')
    await user.click(screen.getByText('Доставка'))
    expect(screen.getByText(/За день/, { selector: 'p' })).toBeVisible()
    await press(t('adminSite.texts.takeOf', { name: t('adminSite.texts.version', { version: 1 }) }))
    expect((await field('markdown')).value).toBe('## Сроки\n\nЗа день.')
  })

  it.each([
    ['delivery', 'az'],
    ['faq', 'az'],
  ])('shows the text of a version on demand: %s', async (page, language) => {
    openText(page, language)
    const versions = within(await screen.findByRole('region', { name: t('adminSite.texts.versions') }))
    const content = await versions.findByText(/^## /)
    expect(content).not.toBeVisible()
    await user.click(versions.getByText((await field('title')).value))
    expect(content).toBeVisible()
  })

  it('keeps the draft when the page is left, separately for each text', async () => {
    const { unmount } = openText()
    await writeMarkdown('## Черновик')
    unmount()
    const reopened = openText()
    expect((await field('markdown')).value).toBe('## Черновик')
    reopened.unmount()
    openText('delivery', 'en')
    expect((await field('markdown')).value).toMatch(INITIAL_TEXT)
  })
})
