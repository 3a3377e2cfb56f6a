import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as HomePage } from '~admin/routes/home-page'
import type { HomeSectionDraft } from '~shared/api/types'
import { ILLUSTRATIONS, type Illustration } from '~shared/features/home/illustrations'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { UPLOADED } from '~mock/handlers/pictures'
import { home } from '~mock/home-state'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { TONES } from './tone-field'

const user = userEvent.setup({ delay: null })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
/** Finds an input by its label, which a mark such as “optional” may follow. */
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label.replaceAll(/[()]/g, '\\$&')}( \\(|$)`))
const inAz = (label: 'title' | 'text' | 'action' | 'label') => field(`${t(`adminHome.label.${label}`)} (Azərbaycanca)`)
const write = async (input: HTMLElement, text: string) => {
  await user.clear(input)
  if (text) {
    await user.click(input)
    await user.paste(text)
  }
}
const sent = () => home.versions[0]?.sections[0]
async function publish() {
  const version = home.versions[0]?.version ?? 0
  await press(t('adminHome.publish'))
  await waitFor(() => expect(home.versions[0]?.version).toBe(version + 1))
}

const text = (az: string) => ({ az, ru: az, en: az })
const SHELF: HomeSectionDraft = { kind: 'shelf', hidden: false, title: text('Yeni'), shelf: { source: 'newest', products: [] }, tiles: [] }
const BANNER: HomeSectionDraft = {
  kind: 'banner',
  hidden: false,
  title: text('Novruz'),
  banner: { text: text('Bayram'), action: text('Bax'), link: '/elaqe', picture: '', tone: 'mint' },
  tiles: [],
}
const HERO: HomeSectionDraft = {
  kind: 'hero',
  hidden: false,
  title: text('Sovqat'),
  hero: { text: text('Hədiyyələr'), link: '', picture: '' },
  tiles: [],
}
const TILES: HomeSectionDraft = {
  kind: 'tiles',
  hidden: false,
  title: text('Kimə?'),
  tiles: [
    { label: text('Ona'), link: '/elaqe', picture: 'illustration:purse', tone: 'rose' },
    { label: text('Uşağa'), link: '/faq', picture: 'illustration:teddy', tone: 'sky' },
  ],
}

/** Opens the form of the only section of the page. */
async function openSection(section: HomeSectionDraft) {
  home.versions = [{ version: 1, sections: [section], publishedAt: '2026-11-01T08:00:00Z' }]
  const page = openAt(adminPaths.homePage(), { path: '/idare/ana-sehife', Component: HomePage })
  await press(new RegExp(`^1\\. ${t(`adminHome.kind.${section.kind}`)}`))
  return page
}

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

describe('a banner', () => {
  it('has texts in three languages, and says which are missing', async () => {
    await openSection(BANNER)
    const russian = await field(`${t('adminHome.label.text')} (Русский)`)
    await write(russian, '')
    expect(russian).toHaveAccessibleDescription(t('admin.missingText'))
    await write(await inAz('action'), 'Seç')
    await publish()
    expect(sent()?.banner).toMatchObject({ text: { az: 'Bayram', en: 'Bayram' }, action: { az: 'Seç' } })
    expect(sent()?.banner?.text).not.toHaveProperty('ru')
  })

  it('leads to a typed path, or to a page or category from the list', async () => {
    await openSection(BANNER)
    const choice = await screen.findByLabelText<HTMLSelectElement>(t('adminHome.link.choose'))
    const link = await field(t('adminHome.label.link'))
    expect(choice).toHaveDisplayValue(t('adminHome.link.page.contact'))
    await user.selectOptions(choice, t('adminHome.link.page.sale'))
    expect(link).toHaveValue(paths.sale())
    const category = [...choice.options].find(({ value }) => value.startsWith('/kateqoriya/'))
    await user.selectOptions(choice, category?.value ?? '')
    expect(link).toHaveValue(category?.value)
    await write(link, 'https://example.com/')
    expect(choice).toHaveDisplayValue(t('adminHome.link.typed'))
    await press(t('adminHome.publish'))
    await waitFor(() => expect(link).toHaveAccessibleDescription(t('errors.fields.not_a_path')))
    await write(link, `${category?.value}?maxPrice=2000`)
    await publish()
    expect(sent()?.banner?.link).toBe(`${category?.value}?maxPrice=2000`)
  })

  it('has a picture from the gallery, an uploaded one, or none', async () => {
    await openSection(BANNER)
    for (const name of Object.keys(ILLUSTRATIONS) as Illustration[])
      await user.click(await screen.findByRole('radio', { name: t(`adminHome.illustration.${name}`) }))
    await publish()
    // The last drawing that was chosen.
    expect(sent()?.banner?.picture).toBe('illustration:coffee')
    await press(/^1\. /)
    await user.upload(
      await screen.findByLabelText(/^Şəkil/, { selector: 'input[type=file]' }),
      new File(['x'], 'x.png', { type: 'image/png' }),
    )
    await screen.findByText(t('admin.picture.uploaded'))
    expect(screen.getByRole('radio', { name: t('adminHome.illustration.coffee') })).not.toBeChecked()
    await publish()
    expect(sent()?.banner?.picture).toBe(UPLOADED)
    await press(/^1\. /)
    await press(t('admin.picture.removeOf', { name: t('adminHome.label.picture') }))
    expect(screen.getByRole('radio', { name: t('adminHome.picture.none') })).toBeChecked()
    await user.click(await screen.findByRole('radio', { name: t('adminHome.illustration.cake') }))
    await user.click(screen.getByRole('radio', { name: t('adminHome.picture.none') }))
    await publish()
    expect(sent()?.banner?.picture).toBe('')
  })

  it('takes the address of a picture from staff who may not upload', async () => {
    signInStaff({ roles: ['marketing'], permissions: ['content_read', 'content_write'] })
    await openSection(BANNER)
    await write(await field(t('adminHome.label.picture')), '/media/abc/640.webp')
    await publish()
    expect(sent()?.banner?.picture).toBe('/media/abc/640.webp')
  })

  it('has one of eight tones', async () => {
    await openSection(BANNER)
    expect(screen.queryByRole('radio', { name: t('adminHome.tone.none') })).toBeNull()
    for (const tone of TONES) await user.click(await screen.findByRole('radio', { name: t(`adminHome.tone.${tone}`) }))
    await publish()
    expect(sent()?.banner?.tone).toBe('sand')
  })
})

it('a hero may have a gradient, the usual picture and no button', async () => {
  await openSection({ ...HERO, hero: { ...HERO.hero, link: '', picture: 'illustration:cake', tone: 'sky' } })
  await user.click(await screen.findByRole('radio', { name: t('adminHome.tone.none') }))
  await user.click(await screen.findByRole('radio', { name: t('adminHome.picture.default') }))
  await publish()
  expect(sent()?.hero).toEqual({ text: text('Hədiyyələr'), link: '', picture: '' })
})

describe('a shelf', () => {
  const chooseSource = async (source: 'category' | 'products') =>
    user.selectOptions(await field(t('adminHome.label.source')), t(`adminHome.source.${source}`))

  it('shows a category', async () => {
    await openSection(SHELF)
    await chooseSource('category')
    const select = await screen.findByLabelText<HTMLSelectElement>(t('adminHome.label.category'))
    await press(t('adminHome.publish'))
    await waitFor(() => expect(select).toHaveFocus())
    const slug = select.options[1]?.value ?? ''
    await user.selectOptions(select, slug)
    await publish()
    expect(sent()?.shelf).toEqual({ source: 'category', category: slug, products: [] })
  })

  it('still names a category that was deleted', async () => {
    await openSection({ ...SHELF, shelf: { source: 'category', category: 'kohne', products: [] } })
    expect(await screen.findByLabelText(t('adminHome.label.category'))).toHaveValue('kohne')
  })

  it('keeps the focus when a chosen product is moved or removed', async () => {
    await openSection({ ...SHELF, shelf: { source: 'products', products: [999_998, 999_999] } })
    const [first, second] = [999_998, 999_999].map((id) => t('adminHome.products.gone', { id })) as [string, string]
    await press(t('adminHome.products.down', { name: first }))
    expect(await screen.findByRole('button', { name: t('adminHome.products.down', { name: first }) })).toHaveFocus()
    screen.getByText(t('adminHome.moved', { name: first, place: 2, count: 2 }))
    await press(t('adminHome.products.remove', { name: second }))
    expect(await screen.findByRole('button', { name: t('adminHome.products.remove', { name: first }) })).toHaveFocus()
    screen.getByText(t('adminHome.removed', { name: second }))
    await press(t('adminHome.products.remove', { name: first }))
    expect(screen.getByRole('searchbox', { name: t('adminHome.label.products') })).toHaveFocus()
  })

  it('shows chosen products in their order', async () => {
    await openSection({ ...SHELF, shelf: { source: 'products', products: [101, 999_999] } })
    const list = await screen.findByRole('list', { name: t('adminHome.label.products') })
    await within(list).findByText(t('adminHome.products.gone', { id: 999_999 }))
    await press(t('adminHome.products.remove', { name: t('adminHome.products.gone', { id: 999_999 }) }))
    const search = await screen.findByRole('searchbox', { name: t('adminHome.label.products') })
    await user.type(search, 'buket')
    const found = (await screen.findAllByRole('button', { name: /^Cərgəyə əlavə et: / })).at(-1) as HTMLElement
    const name = found.getAttribute('aria-label')?.replace('Cərgəyə əlavə et: ', '') ?? ''
    await user.click(found)
    await press(t('adminHome.products.up', { name }))
    await press(t('adminHome.products.down', { name }))
    await press(t('adminHome.products.up', { name }))
    await publish()
    expect(sent()?.shelf?.products).toHaveLength(2)
    expect(sent()?.shelf?.products[1]).toBe(101)
  })
})

describe('tiles', () => {
  it('are added, moved and removed', async () => {
    await openSection(TILES)
    await press(t('adminHome.tile.up', { name: 'Uşağa' }))
    await press(t('adminHome.tile.down', { name: 'Uşağa' }))
    await press(t('adminHome.tile.remove', { name: 'Ona' }))
    await press(t('adminHome.tile.add'))
    const added = within(screen.getByRole('group', { name: t('adminHome.tile.one', { number: 2 }) }))
    const label = added.getByLabelText(/^Yazı \(Azərbaycanca\)/)
    await waitFor(() => expect(label).toHaveFocus())
    await user.paste('Ona')
    await user.selectOptions(added.getByLabelText(t('adminHome.link.choose')), t('adminHome.link.page.newest'))
    await press(t('adminHome.publish'))
    await screen.findByText(/: .*Şəkil/, { selector: 'button' })
    const file = new File(['x'], 'x.png', { type: 'image/png' })
    await user.upload(added.getByLabelText(/^Şəkil/, { selector: 'input[type=file]' }), file)
    await added.findByText(t('admin.picture.uploaded'))
    await user.click(added.getByRole('radio', { name: t('adminHome.illustration.flowers') }))
    await publish()
    expect(sent()?.tiles).toEqual([
      TILES.tiles[1],
      { label: { az: 'Ona' }, link: paths.newest(), picture: 'illustration:flowers', tone: 'rose' },
    ])
  })

  it('keep the focus when one is moved or removed', async () => {
    await openSection(TILES)
    await press(t('adminHome.tile.down', { name: 'Ona' }))
    expect(screen.getByRole('button', { name: t('adminHome.tile.down', { name: 'Ona' }) })).toHaveFocus()
    screen.getByText(t('adminHome.moved', { name: 'Ona', place: 2, count: 2 }))
    await press(t('adminHome.tile.remove', { name: 'Uşağa' }))
    expect(screen.getByRole('button', { name: t('adminHome.tile.remove', { name: 'Ona' }) })).toHaveFocus()
    screen.getByText(t('adminHome.removed', { name: 'Uşağa' }))
    await press(t('adminHome.tile.remove', { name: 'Ona' }))
    expect(screen.getByRole('button', { name: t('adminHome.tile.add') })).toHaveFocus()
  })

  it('of a row of links have no picture', async () => {
    await openSection({ ...TILES, kind: 'links', tiles: [{ label: text('20 ₼-dək'), link: '/elaqe', picture: '' }] })
    await screen.findByRole('group', { name: '20 ₼-dək' })
    expect(screen.queryByRole('radio')).toBeNull()
  })
})

describe('the schedule of a section', () => {
  it('repeats every year', async () => {
    const { container } = await openSection(SHELF)
    await user.click(await screen.findByRole('checkbox', { name: t('adminHome.schedule.isOn') }))
    await screen.findByText(t('adminHome.state.unfinished'))
    await user.click(await screen.findByRole('checkbox', { name: t('adminHome.label.everyYear') }))
    await press(t('adminHome.publish'))
    await waitFor(async () => expect(await field(t('adminHome.label.from'))).toHaveFocus())
    await user.type(await field(t('adminHome.label.from')), '2026-12-20T00:00')
    await user.type(await field(t('adminHome.label.until')), '2027-01-05T00:00')
    await screen.findByText(/^Hər il 20 dekabr – 4 yanvar, indi/)
    expect(await violationsOf(container)).toEqual([])
    await publish()
    expect(sent()?.schedule).toEqual({
      showsFrom: '2026-12-19T20:00:00.000Z',
      showsUntil: '2027-01-04T20:00:00.000Z',
      everyYear: true,
    })
  })

  it('has years of four digits', async () => {
    await openSection({ ...SHELF, schedule: { showsFrom: '2036-12-01T06:00:00Z', everyYear: false } })
    const input = await field(t('adminHome.label.from'))
    expect(input).toHaveAttribute('max', '9999-12-31T23:59')
    fireEvent.change(input, { target: { value: '275761-12-01T10:00' } })
    await screen.findByText(t('adminHome.state.unfinished'))
    await press(t('adminHome.publish'))
    await waitFor(() => expect(input).toHaveAccessibleDescription(t('errors.fields.out_of_range')))
    const shownAt = await screen.findByLabelText(t('adminHome.preview.at'))
    fireEvent.change(shownAt, { target: { value: '275761-12-01T10:00' } })
    await press(t('adminHome.preview.make'))
    expect(shownAt).toHaveAccessibleDescription(t('errors.fields.out_of_range'))
  })

  it.each([
    [{ showsFrom: '2036-12-01T06:00:00Z' }, t('adminHome.state.later', { time: '1 dekabr 2036, 10:00' })],
    [{ showsUntil: '2036-12-01T06:00:00Z' }, t('adminHome.state.until', { time: '1 dekabr 2036, 10:00' })],
    [{ showsUntil: '2020-12-01T06:00:00Z' }, t('adminHome.state.over', { time: '1 dekabr 2020, 10:00' })],
  ])('is shown in the list: %o', async (period, expected) => {
    await openSection({ ...SHELF, schedule: { ...period, everyYear: false } })
    await screen.findByText(expected)
  })

  it.each([
    ['2026-12-20T06:00:00Z', '2027-01-05T08:30:00Z', /^Hər il 20 dekabr, 10:00 – 5 yanvar, 12:30, indi/],
    ['2026-12-19T20:00:00Z', '2026-12-31T20:00:00Z', /^Hər il 20 dekabr – 31 dekabr, indi/],
  ])('is shown with its times, or with its last day: %s', async (showsFrom, showsUntil, expected) => {
    await openSection({ ...SHELF, schedule: { showsFrom, showsUntil, everyYear: true } })
    await screen.findByText(expected)
    screen.getByText(/Bitmə anı daxil deyil/)
  })
})

describe('a missing category', () => {
  const badge = () => screen.findByText(t('adminHome.missing.badge'))

  it('is named at a shelf until another one is chosen', async () => {
    await openSection({ ...SHELF, shelf: { source: 'category', category: 'kohne', products: [] } })
    await screen.findByText(t('adminHome.missing.shelf'))
    await badge()
    const select = await screen.findByLabelText<HTMLSelectElement>(t('adminHome.label.category'))
    await user.selectOptions(select, [...select.options].find(({ value }) => value && value !== 'kohne')?.value ?? '')
    expect(screen.queryByText(t('adminHome.missing.shelf'))).toBeNull()
    expect(screen.queryByText(t('adminHome.missing.badge'))).toBeNull()
  })

  it('is named at the link of a banner, unless the path only is written in another way', async () => {
    const { container } = await openSection({ ...BANNER, banner: { ...BANNER.banner!, link: '/kateqoriya/kohne?maxPrice=2000' } })
    await screen.findByText(t('adminHome.missing.link'))
    await badge()
    expect(await violationsOf(container)).toEqual([])
    const choice = await screen.findByLabelText<HTMLSelectElement>(t('adminHome.link.choose'))
    const path = [...choice.options].find(({ value }) => value.startsWith('/kateqoriya/'))?.value ?? ''
    await write(await field(t('adminHome.label.link')), `${path.replace('/kateqoriya/', '/kateqoriya//').replace('e', '%65')}/`)
    expect(screen.queryByText(t('adminHome.missing.link'))).toBeNull()
    expect(screen.queryByText(t('adminHome.missing.badge'))).toBeNull()
  })

  it.each(['/kateqoriya/kohne', '/kateqoriya/', '/kateqoriya/kohne/yeni'])('is named at the link of a tile: %s', async (link) => {
    const [first, ...others] = TILES.tiles
    await openSection({ ...TILES, tiles: [{ ...first!, link }, ...others] })
    expect(await screen.findAllByText(t('adminHome.missing.tile'))).toHaveLength(1)
    await badge()
  })
})
