import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as HomePage } from '~admin/routes/home-page'
import type { HomeSectionDraft } from '~shared/api/types'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'
import { violationsOf } from '~mock/accessibility'
import { home } from '~mock/home-state'
import { openAt, t } from '~mock/in-shop'
import { signInStaff } from '~mock/staff-sign-in'
import { MAX_SECTIONS } from './kinds'
import { placeAfterDrop } from './section-list'

const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <HomePage />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.homePage(), { path: '/idare/ana-sehife', Component: Page })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => user.click(await button(name))

const plain = (kind: HomeSectionDraft['kind'], title?: string): HomeSectionDraft => ({
  kind,
  hidden: false,
  tiles: [],
  ...(title !== undefined && { title: { az: title, ru: title, en: title } }),
})
const shelf = (title: string): HomeSectionDraft => ({ ...plain('shelf', title), shelf: { source: 'newest', products: [] } })
const hero: HomeSectionDraft = { ...plain('hero', 'Sovqat'), hero: { text: { az: 'Hədiyyələr' }, link: '', picture: '' } }

/** Names of sections without their numbers. */
const SHELF = t('adminHome.kind.shelf')
const [A, B, C] = [`${SHELF}: A`, `${SHELF}: B`, `${SHELF}: C`]
const HERO = `${t('adminHome.kind.hero')}: Sovqat`

/** The published page has these sections. */
const openWith = (sections: HomeSectionDraft[]) => {
  home.versions = [{ version: 1, sections, publishedAt: '2026-11-01T08:00:00Z' }]
  return open()
}
const items = async () => {
  const list = await screen.findByRole('list', { name: t('adminHome.sections') })
  return within(list)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.closest('li') as HTMLElement)
}
const names = async () =>
  (await items()).map((item) =>
    within(item)
      .getByRole('heading', { level: 3 })
      .textContent?.replace(/^\d+\. /, ''),
  )
const publishedKinds = () => home.versions[0]?.sections.map(({ kind }) => kind)
async function publish() {
  await press(t('adminHome.publish'))
  await screen.findByText(/nömrəli variant dərc olundu$/)
}
async function add(kind: HomeSectionDraft['kind']) {
  await press(t('adminHome.add'))
  await press(t('adminHome.addOf', { kind: t(`adminHome.kind.${kind}`) }))
}

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

describe('sections are moved', () => {
  it('by their buttons, which keep the focus', async () => {
    openWith([shelf('A'), shelf('B'), shelf('C')])
    await press(t('adminHome.moveDown', { name: `1. ${A}` }))
    expect(await names()).toEqual([B, A, C])
    expect(await button(t('adminHome.moveDown', { name: `2. ${A}` }))).toHaveFocus()
    screen.getByText(t('adminHome.moved', { name: `1. ${A}`, place: 2, count: 3 }))
    await user.keyboard('{Enter}')
    expect(await names()).toEqual([B, C, A])
    expect(await button(t('adminHome.moveDown', { name: `3. ${A}` }))).toHaveFocus()
    await publish()
    expect(home.versions[0]?.sections.map(({ title }) => title?.az)).toEqual(['B', 'C', 'A'])
  })

  it('but never above a hero', async () => {
    openWith([hero, shelf('A'), shelf('B')])
    const up = await button(t('adminHome.moveUp', { name: `2. ${A}` }))
    expect(up).toHaveAttribute('aria-disabled', 'true')
    await user.click(up)
    expect(await names()).toEqual([HERO, A, B])
    expect(screen.queryByRole('button', { name: t('adminHome.moveDown', { name: `1. ${HERO}` }) })).toBeNull()
  })

  it('by dragging their handles', async () => {
    openWith([hero, shelf('A'), shelf('B'), shelf('C')])
    const [heroItem, a, b, c] = (await items()) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]
    expect(drag(a, c, 'after')).toBe('dropped')
    expect(await names()).toEqual([HERO, B, C, A])
    expect(drag(a, b, 'before')).toBe('dropped')
    expect(await names()).toEqual([HERO, A, B, C])
    expect(drag(b, heroItem, 'before')).toBe('refused')
    expect(drag(c, heroItem, 'after')).toBe('dropped')
    expect(await names()).toEqual([HERO, C, A, B])
  })

  it.each([
    [0, { index: 2, side: 'after' }, 2],
    [0, { index: 2, side: 'before' }, 1],
    [2, { index: 0, side: 'before' }, 0],
    [2, { index: 0, side: 'after' }, 1],
    [1, { index: 1, side: 'after' }, 1],
  ] as const)('from place %s to %o', (from, drop, place) => {
    expect(placeAfterDrop(from, drop)).toBe(place)
  })

  it('while they are open, and keep what was typed', async () => {
    openWith([shelf('A'), shelf('B')])
    await press(`1. ${A}`)
    const input = await screen.findByLabelText(/^Başlıq \(Azərbaycanca\)/)
    await user.type(input, '!')
    await press(t('adminHome.moveDown', { name: `1. ${A}!` }))
    expect(await names()).toEqual([B, `${A}!`])
    expect(await screen.findByLabelText(/^Başlıq \(Azərbaycanca\)/)).toHaveValue('A!')
  })
})

describe('a section', () => {
  it('is added in its form, with the focus in its title', async () => {
    openWith([shelf('A')])
    await add('banner')
    expect(await names()).toEqual([A, t('adminHome.kind.banner')])
    await waitFor(async () => expect(await screen.findByLabelText(/^Başlıq \(Azərbaycanca\)/)).toHaveFocus())
    await user.keyboard('Novruz')
    expect(await names()).toEqual([A, `${t('adminHome.kind.banner')}: Novruz`])
  })

  it('that comes once is offered once, and a hero becomes the first', async () => {
    openWith([shelf('A')])
    await add('stores')
    expect(await button(`2. ${t('adminHome.kind.stores')}`)).toHaveFocus()
    await add('hero')
    expect(await names()).toEqual([t('adminHome.kind.hero'), A, t('adminHome.kind.stores')])
    await press(t('adminHome.add'))
    const kinds = within(await screen.findByRole('list', { name: t('adminHome.addKinds') }))
    for (const kind of ['hero', 'stores'] as const)
      expect(kinds.queryByRole('button', { name: t('adminHome.addOf', { kind: t(`adminHome.kind.${kind}`) }) })).toBeNull()
    expect(screen.queryByRole('button', { name: t('adminHome.duplicate', { name: `3. ${t('adminHome.kind.stores')}` }) })).toBeNull()
  })

  it('is duplicated below', async () => {
    openWith([shelf('A'), shelf('B')])
    await press(t('adminHome.duplicate', { name: `1. ${A}` }))
    expect(await names()).toEqual([A, A, B])
    expect(await button(`2. ${A}`)).toHaveFocus()
    await publish()
    expect(home.versions[0]?.sections).toEqual([shelf('A'), shelf('A'), shelf('B')])
  })

  it('is hidden and shown again', async () => {
    openWith([shelf('A')])
    await press(t('adminHome.hide', { name: `1. ${A}` }))
    await screen.findByText(t('adminHome.state.hidden'))
    await publish()
    expect(home.versions[0]?.sections[0]?.hidden).toBe(true)
    await press(t('adminHome.show', { name: `1. ${A}` }))
    await screen.findByText(t('adminHome.state.shown'))
  })

  it('is removed, and undo puts it back', async () => {
    openWith([shelf('A'), shelf('B')])
    await press(t('adminHome.remove', { name: `1. ${A}` }))
    expect(await names()).toEqual([B])
    expect(await button(`1. ${B}`)).toHaveFocus()
    await screen.findByText(t('adminHome.removed', { name: `1. ${A}` }))
    await press(t('common.undo'))
    expect(await names()).toEqual([A, B])
  })

  it('that comes once is not put back beside a new one', async () => {
    openWith([hero, shelf('A')])
    await press(t('adminHome.remove', { name: `1. ${HERO}` }))
    await add('hero')
    await press(t('common.undo'))
    await screen.findByText(t('adminHome.notRestored', { name: `1. ${HERO}` }))
    expect(await names()).toEqual([t('adminHome.kind.hero'), A])
  })

  it('is put back below a hero that was added meanwhile', async () => {
    openWith([shelf('A'), shelf('B')])
    await press(t('adminHome.remove', { name: `1. ${A}` }))
    await add('hero')
    await press(t('common.undo'))
    expect(await names()).toEqual([t('adminHome.kind.hero'), A, B])
  })

  it('is not put back to a full page', async () => {
    openWith([shelf('A'), ...Array.from({ length: MAX_SECTIONS - 1 }, (_, index) => shelf(String(index)))])
    await press(t('adminHome.remove', { name: `1. ${A}` }))
    await press(t('adminHome.duplicate', { name: `1. ${SHELF}: 0` }))
    await press(t('common.undo'))
    expect(await names()).toHaveLength(MAX_SECTIONS)
    await waitFor(() => expect(screen.getAllByText(t('adminHome.full', { max: MAX_SECTIONS }))).toHaveLength(2))
  })

  it('is focused by the summary of errors, which leads to the buttons of parts without inputs', async () => {
    openWith([plain('stores'), plain('stores'), { ...plain('links', 'Büdcə'), tiles: [] }])
    await press(t('adminHome.publish'))
    const [duplicate, required] = [t('errors.fields.duplicate'), t('errors.fields.required')]
    const stores = await button(`2. ${t('adminHome.kind.stores')}`)
    await waitFor(() => expect(stores).toHaveFocus())
    expect(stores).toHaveAccessibleDescription(duplicate)
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: new RegExp(`: ${required}$`) }))
    const addTile = await button(t('adminHome.tile.add'))
    expect(addTile).toHaveFocus()
    expect(addTile).toHaveAccessibleDescription(required)
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: new RegExp(`: ${duplicate}$`) }))
    expect(stores).toHaveFocus()
  })

  it('cannot be the last one that is removed', async () => {
    openWith([shelf('A')])
    await press(t('adminHome.remove', { name: `1. ${A}` }))
    await screen.findByText(t('adminHome.empty'))
    expect(await button(t('adminHome.add'))).toHaveFocus()
    await press(t('adminHome.publish'))
    await waitFor(async () => expect(await button(t('adminHome.add'))).toHaveAccessibleDescription(t('errors.fields.required')))
    expect(await button(t('adminHome.add'))).toHaveFocus()
    expect(publishedKinds()).toEqual(['shelf'])
  })
})

it('a full page takes no more sections', async () => {
  openWith(Array.from({ length: MAX_SECTIONS }, (_, index) => shelf(String(index))))
  await screen.findByText(t('adminHome.full', { max: MAX_SECTIONS }))
  expect(screen.queryByRole('button', { name: t('adminHome.add') })).toBeNull()
})

it('says in which languages a text is missing', async () => {
  openWith([{ ...shelf('A'), title: { az: 'A', ru: 'A' } }, shelf('B'), plain('stores')])
  const [a, b, stores] = (await items()) as [HTMLElement, HTMLElement, HTMLElement]
  within(a).getByText(t('admin.missingLanguages', { languages: 'EN' }))
  for (const complete of [b, stores]) expect(complete).not.toHaveTextContent(t('admin.missingLanguages', { languages: '' }).trim())
})

it('axe finds nothing in open sections', async () => {
  const { container } = openWith([hero, { ...shelf('A'), shelf: { source: 'products', products: [101] } }])
  await press(`1. ${HERO}`)
  await press(`2. ${A}`)
  await add('tiles')
  await press(t('adminHome.add'))
  expect(await violationsOf(container)).toEqual([])
})

/** Drags the handle of an item over a half of another one. The browser refuses a drop if nothing handles the dragging over it. */
function drag(item: HTMLElement, target: HTMLElement, side: 'before' | 'after'): 'dropped' | 'refused' {
  const handle = item.querySelector('[data-handle]') as HTMLElement
  target.getBoundingClientRect = () => ({ top: 100, height: 40 }) as DOMRect
  fireEvent.dragStart(handle, { dataTransfer: { setData() {} } })
  const over = createEvent.dragOver(target)
  // jsdom has no drag events, and their base class has no coordinates.
  Object.defineProperty(over, 'clientY', { value: side === 'before' ? 101 : 139 })
  fireEvent(target, over)
  if (over.defaultPrevented) fireEvent.drop(target)
  fireEvent.dragEnd(handle)
  return over.defaultPrevented ? 'dropped' : 'refused'
}
