import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '~shared/lib/paths'
import { roots } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'
import { CategoryBar } from './category-bar'

/** Shorter and longer than any delay of the menu. */
const SHORT_MS = 50
const LONG_MS = 1_000

const categories = roots('az')
const withThirdLevel = categories.find(({ children }) => children.some((child) => child.children.length > 0))
const thirdLevelCategory = withThirdLevel?.children.find(({ children }) => children.length > 0)?.children[0]
const otherCategory = categories.find((category) => category.children.length > 0 && category !== withThirdLevel)
if (!withThirdLevel || !thirdLevelCategory || !otherCategory)
  throw new Error('the mock needs two categories with children, one of them with a third level')

const Bar = () => (
  <Suspense>
    <CategoryBar />
  </Suspense>
)
async function open() {
  const shop = openAt(paths.home(), { path: '*', Component: Bar })
  await screen.findByRole('link', { name: withThirdLevel?.name ?? '' })
  // The first effect closes every menu, so it must run before the first event of the test.
  await act(async () => {})
  return shop
}
const opener = ({ name }: { name: string }) => screen.getByRole('button', { name: t('common.nav.open', { name }) })
const tabOf = ({ name }: { name: string }) => opener({ name }).closest('li') as HTMLElement
/** Stands for the panel, which has no role. */
const allLink = ({ name }: { name: string }) => screen.queryByRole('link', { name: t('common.nav.all', { name }) })
const isOpen = (category: { name: string }) => opener(category).getAttribute('aria-expanded') === 'true'
const enter = (element: HTMLElement) => fireEvent.pointerOver(element, { pointerType: 'mouse' })
const leave = () => fireEvent.pointerOut(screen.getByRole('navigation'), { pointerType: 'mouse', relatedTarget: document.body })
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
/** Rests the mouse on a category until its panel is open. */
async function hover(category: { name: string }) {
  enter(tabOf(category))
  await advance(LONG_MS)
  await waitFor(() => expect(allLink(category)).toBeVisible())
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

describe('the mouse', () => {
  it('opens a menu when it rests on a category, not when it passes', async () => {
    await open()
    await hover(withThirdLevel)
    leave()
    await advance(LONG_MS)

    // From here only `advance` moves the clock, because a short pause may take long on a slow machine.
    vi.useFakeTimers()
    enter(tabOf(withThirdLevel))
    await advance(SHORT_MS)
    expect(isOpen(withThirdLevel)).toBe(false)
    leave()
    await advance(LONG_MS)
    expect(isOpen(withThirdLevel)).toBe(false)
    enter(tabOf(withThirdLevel))
    await advance(LONG_MS)
    expect(isOpen(withThirdLevel)).toBe(true)
  })

  it('closes the menu shortly after leaving, unless it returns in time', async () => {
    await open()
    await hover(withThirdLevel)
    leave()
    enter(screen.getByRole('navigation'))
    await advance(LONG_MS)
    expect(isOpen(withThirdLevel)).toBe(true)
    leave()
    await advance(LONG_MS)
    expect(allLink(withThirdLevel)).toBeNull()
  })

  it('opens one menu at a time', async () => {
    await open()
    await hover(withThirdLevel)
    await hover(otherCategory)
    expect(allLink(withThirdLevel)).toBeNull()
  })
})

describe('an open menu is closed', () => {
  it('by Escape, wherever the focus is', async () => {
    await open()
    await hover(withThirdLevel)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(allLink(withThirdLevel)).toBeNull()
  })

  it('by a link of the third level, which opens its page', async () => {
    const { address } = await open()
    await hover(withThirdLevel)
    fireEvent.click(screen.getByRole('link', { name: thirdLevelCategory.name }))
    await waitFor(() => expect(address()).toBe(paths.category(thirdLevelCategory.slug)))
    expect(allLink(withThirdLevel)).toBeNull()
  })

  it('by going back to another page', async () => {
    const { router } = await open()
    await act(() => router.navigate(paths.stores()))
    fireEvent.click(opener(withThirdLevel))
    await waitFor(() => expect(allLink(withThirdLevel)).toBeVisible())
    await act(() => router.navigate(-1))
    await waitFor(() => expect(allLink(withThirdLevel)).toBeNull())
  })
})
