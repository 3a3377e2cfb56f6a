import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as HomePage } from '~admin/routes/home-page'
import { LANGUAGE_NAMES } from '~shared/i18n/locale'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { violationsOf } from '~mock/accessibility'
import { BASE, problem } from '~mock/handlers/responses'
import { FIRST_PREVIEW, home, publishHome } from '~mock/home-state'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <HomePage />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.homePage(), { path: '/idare/ana-sehife', Component: Page })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const publish = () => press(t('adminHome.publish'))
/** The names of the sections. They begin with their numbers. */
const names = async () => {
  const list = await screen.findByRole('list', { name: t('adminHome.sections') })
  return within(list)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
}
const published = () => home.versions[0]?.sections ?? []
const title = () => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${t('adminHome.label.title')} \\(${LANGUAGE_NAMES.az}\\)`))
/** Opens the first section, which is the hero, and replaces its title. */
async function writeTitle(text: string) {
  await press(new RegExp(`^1\\. ${t('adminHome.kind.hero')}`))
  const input = await title()
  await user.clear(input)
  await user.type(input, text)
}
/** Publishes the page with only one section, as another operator would. */
const publishElsewhere = () => publishHome({ fromVersion: home.versions[0]?.version ?? 0, sections: published().slice(0, 1) })

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown to staff with the permission only', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('a failed request can be repeated', async () => {
  server.use(http.get(`${BASE}/admin/home/versions`, () => problem(403, 'forbidden', 'İcazəniz yoxdur'), { once: true }))
  open()
  await press(t('common.retry'))
  expect(await names()).toHaveLength(published().length)
})

describe('the home page', () => {
  it('lists its sections with their states', async () => {
    open()
    const list = await names()
    expect(list).toHaveLength(published().length)
    expect(list[0]).toMatch(new RegExp(`^1\\. ${t('adminHome.kind.hero')}: `))
    expect(list).toContain(`2. ${t('adminHome.kind.categories')}`)
    expect(screen.getAllByText(t('adminHome.state.shown'))).toHaveLength(list.length)
    expect(screen.queryByText(t('adminHome.missing.badge'))).toBeNull()
  })

  it('is published as the next version', async () => {
    open()
    await writeTitle('Bahar gəldi')
    await publish()
    await screen.findByText(t('adminHome.published', { version: 2 }))
    expect(published()[0]?.title?.az).toBe('Bahar gəldi')
    await screen.findByRole('heading', { level: 3, name: t('adminHome.versions.one', { version: 2 }) })
    expect(screen.queryByText(t('adminHome.changed'))).toBeNull()
  })

  it('keeps what is typed while it is published as the next draft', async () => {
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    server.use(
      http.post(`${BASE}/admin/home`, async () => {
        await waiting
      }),
    )
    const { unmount } = open()
    await writeTitle('Bahar')
    await publish()
    await user.type(await title(), ' gəldi')
    answer()
    await screen.findByText(t('adminHome.published', { version: 2 }))
    expect(published()[0]?.title?.az).toBe('Bahar')
    expect(await title()).toHaveValue('Bahar gəldi')
    expect(await title()).toHaveFocus()
    await screen.findByText(t('adminHome.changed'))
    unmount()
    open()
    expect((await names())[0]).toContain('Bahar gəldi')
    await publish()
    await screen.findByText(t('adminHome.published', { version: 3 }))
    expect(published()[0]?.title?.az).toBe('Bahar gəldi')
  })

  it('is not published by the Enter key in an input', async () => {
    open()
    await writeTitle('Bahar gəldi{Enter}')
    expect(home.versions).toHaveLength(2)
  })

  it('is not overwritten when another operator has published', async () => {
    open()
    await writeTitle('Bahar gəldi')
    publishElsewhere()
    await publish()
    const [goOn, take] = [t('adminHome.goOn'), t('adminHome.takePublished')]
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(t('adminHome.conflict', { goOn, take })))
    await screen.findByText(new RegExp(`\\b2 nömrəli variant`))
    await press(goOn)
    expect(screen.getByRole('alert')).toHaveTextContent(t('adminHome.conflictSeen'))
    expect(home.versions).toHaveLength(3)
    expect((await title()).value).toBe('Bahar gəldi')
    await publish()
    await screen.findByText(t('adminHome.published', { version: 3 }))
    expect(published()[0]?.title?.az).toBe('Bahar gəldi')
  })

  it('follows the version of another operator while nothing is changed', async () => {
    open()
    await names()
    publishElsewhere()
    // The refusal loads the newest version.
    await publish()
    await waitFor(async () => expect(await names()).toHaveLength(1))
    expect(screen.queryByText(t('adminHome.changed'))).toBeNull()
    expect(screen.queryByRole('button', { name: t('adminHome.goOn') })).toBeNull()
    await writeTitle('Bahar gəldi')
    await publish()
    await screen.findByText(t('adminHome.published', { version: 3 }))
  })

  it('gives way to the version of another operator', async () => {
    open()
    await writeTitle('Bahar gəldi')
    publishElsewhere()
    await publish()
    await press(t('adminHome.takePublished'))
    expect(await names()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: t('adminHome.goOn') })).toBeNull()
    await publish()
    await screen.findByText(t('adminHome.published', { version: 3 }))
  })

  it('opens the section with a mistake, and focuses the input', async () => {
    open()
    await writeTitle(' ')
    await press(new RegExp(`^1\\. ${t('adminHome.kind.hero')}`))
    expect(screen.queryByLabelText(new RegExp(`^${t('adminHome.label.title')}`))).toBeNull()
    await publish()
    await waitFor(async () => expect(await title()).toHaveFocus())
    expect(await title()).toHaveAccessibleDescription(t('errors.fields.required'))
    await press(new RegExp(`^1\\. ${t('adminHome.kind.hero')}$`))
    expect(await title(), 'a section with a mistake stays open').toBeVisible()
    await user.type(await title(), 'Sovqat')
    expect(await title(), 'the section stays open').toHaveFocus()
  })

  it('shows a refusal of the server beside the input', async () => {
    const refusal = problem(422, 'validation_failed', 'Sahələri yoxlayın', {
      errors: [{ field: 'sections[0].hero.link', code: 'leads_nowhere', message: 'Bu ünvan silinib' }],
    })
    server.use(http.post(`${BASE}/admin/home`, () => refusal.clone()))
    open()
    await names()
    await publish()
    const link = await screen.findByLabelText(new RegExp(`^${t('adminHome.label.link')}( |$)`))
    await waitFor(() => expect(link).toHaveFocus())
    expect(link).toHaveAccessibleDescription('Bu ünvan silinib')
  })

  it('keeps the draft when it is left, until the changes are discarded', async () => {
    const { unmount } = open()
    await writeTitle('Qaralama')
    unmount()
    open()
    expect((await names())[0]).toContain('Qaralama')
    await press(t('adminHome.discard'))
    await press(t('adminStaff.cancel'))
    await press(t('adminHome.discard'))
    await press(t('adminHome.discardNow'))
    await screen.findByText(t('adminHome.discarded'))
    expect((await names())[0]).not.toContain('Qaralama')
  })

  it('is replaced by an earlier version, and undo restores the draft', async () => {
    open()
    await writeTitle('Qaralama')
    const before = await names()
    const first = t('adminHome.versions.first')
    await press(t('adminHome.versions.takeOf', { name: first }))
    await screen.findByText(t('adminHome.versions.taken', { name: first }))
    expect(await names()).toHaveLength(home.versions.at(-1)?.sections.length ?? 0)
    await press(t('common.undo'))
    expect(await names()).toEqual(before)
    await press(t('adminHome.versions.takeOf', { name: first }))
    await publish()
    await screen.findByText(t('adminHome.published', { version: 2 }))
    expect(published()).toEqual(home.versions.at(-1)?.sections)
  })

  it('has versions with the names of colleagues', async () => {
    publishElsewhere()
    open()
    const versions = within(await screen.findByRole('region', { name: t('adminHome.versions.title') }))
    await versions.findByText(/, Aysel Məmmədova$/)
    const counts = versions.getAllByText(/ bölmə$/)
    await user.click(counts[0] as HTMLElement)
    expect(within(counts[0]?.closest('details') as HTMLElement).getAllByRole('listitem')).toHaveLength(1)
  })
})

describe('a preview', () => {
  const prepare = () => press(t('adminHome.preview.make'))

  it('opens in three languages, for a chosen day', async () => {
    open()
    await user.type(await screen.findByLabelText(t('adminHome.preview.at')), '2027-03-08T12:00')
    await prepare()
    for (const [language, prefix] of [
      ['az', '/'],
      ['ru', '/ru'],
      ['en', '/en'],
    ] as const) {
      const link = await screen.findByRole('link', { name: t('adminHome.preview.openIn', { language: LANGUAGE_NAMES[language] }) })
      expect(link).toHaveAttribute('href', `${prefix}?preview=${FIRST_PREVIEW}`)
      expect(link).toHaveAttribute('target', '_blank')
    }
    expect(home.previews[0]?.shownAt).toBe('2027-03-08T08:00:00.000Z')
    expect(home.versions).toHaveLength(2)
    expect(screen.queryByText(t('adminHome.preview.outdated'))).toBeNull()
    await writeTitle('Bahar')
    await screen.findByText(t('adminHome.preview.outdated'))
  })

  it('shows mistakes beside the inputs', async () => {
    open()
    await writeTitle(' ')
    await prepare()
    await waitFor(async () => expect(await title()).toHaveFocus())
    expect(home.previews).toEqual([])
  })

  it('shows a refusal', async () => {
    server.use(http.post(`${BASE}/admin/home/preview`, () => problem(403, 'forbidden', 'Sonra cəhd edin'), { once: true }))
    open()
    await names()
    await prepare()
    await screen.findByText('Sonra cəhd edin')
    const refusal = problem(422, 'validation_failed', 'Sahələri yoxlayın', {
      errors: [{ field: 'sections[0].hero.link', code: 'leads_nowhere', message: 'Bu ünvan silinib' }],
    })
    server.use(http.post(`${BASE}/admin/home/preview`, () => refusal.clone()))
    await prepare()
    const link = await screen.findByLabelText(new RegExp(`^${t('adminHome.label.link')}( |$)`))
    await waitFor(() => expect(link).toHaveFocus())
  })
})

describe('staff who may only read', () => {
  beforeEach(() => signInStaff({ roles: ['support'], permissions: ['content_read'] }))

  it('see the sections and versions without buttons that change them', async () => {
    const { container } = open()
    const list = await names()
    for (const [index, { kind }] of published().entries()) await press(new RegExp(`^${index + 1}\\. ${t(`adminHome.kind.${kind}`)}`))
    expect(screen.getAllByText(published()[0]?.title?.az ?? '?')).not.toHaveLength(0)
    expect(list).toHaveLength(published().length)
    for (const name of [t('adminHome.publish'), t('adminHome.add'), t('adminHome.versions.take')])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Bölməni / })).toBeNull()
    expect(await violationsOf(container)).toEqual([])
  })

  it('can preview the published page', async () => {
    open()
    await press(t('adminHome.preview.make'))
    await screen.findByRole('link', { name: t('adminHome.preview.openIn', { language: LANGUAGE_NAMES.az }) })
    expect(home.previews[0]?.sections).toEqual(published())
  })
})
