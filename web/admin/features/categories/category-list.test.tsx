import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as List } from '~admin/routes/category-list'
import { useToasts } from '~shared/ui/toast-store'
import { violationsOf } from '~mock/accessibility'
import { categoryDesk, changeCategory, deskCategories, deskCategory } from '~mock/category-desk-state'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

// The tree of the mock begins with category 1 "Gül və buketlər", whose children are 2 "Buketlər" (with children 3 to 6), 7 "Qutu və
// səbətlər", 11, 15 "Quru və əbədi güllər" and 16. Next to category 1 is 20 "Hədiyyələr".
const [FLOWERS, BOUQUETS, BOXES, DRIED, GIFTS] = [
  'Gül və buketlər',
  'Buketlər',
  'Qutu və səbətlər',
  'Quru və əbədi güllər',
  'Hədiyyələr',
] as const

const user = userEvent.setup({ delay: null })
const openTree = (selectedId?: string) => openAt(adminPaths.categories(selectedId), { path: '/idare/kateqoriyalar', Component: List })
const item = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name} `) })
const items = () => screen.getAllByRole('treeitem')
const placesOf = (...ids: number[]) => ids.map((id) => [deskCategory(id)?.parentId, deskCategory(id)?.position])
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const panel = () => within(screen.getByRole('region'))
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page is shown only to staff with the permission', async () => {
  signInStaff({ roles: ['courier'], permissions: [] })
  openTree()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

it('offers a retry when loading fails', async () => {
  server.use(http.get(`${BASE}/admin/categories`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
  openTree()
  const retryButton = await screen.findByRole('button', { name: t('common.retry') })
  server.resetHandlers()
  await user.click(retryButton)
  await item(FLOWERS)
})

it('says that there are no categories', async () => {
  categoryDesk.categories = []
  openTree()
  await screen.findByRole('heading', { name: t('adminCategories.empty') })
  const links = screen.getAllByRole('link', { name: t('adminCategories.new') })
  // One is beside the heading, the other below the text.
  expect(links.map((link) => link.getAttribute('href'))).toEqual([adminPaths.newCategory(), adminPaths.newCategory()])
})

describe('the tree', () => {
  it('shows the top level with counts and missing languages', async () => {
    changeCategory(20, { name: { az: GIFTS } })
    const { container } = openTree()
    const flowers = await item(FLOWERS)
    expect(flowers).toHaveAttribute('aria-expanded', 'false')
    expect(flowers).toHaveTextContent(t('adminCategories.counts', { products: 34, fields: 1 }))
    expect(await item(GIFTS)).toHaveTextContent(t('admin.missingLanguages', { languages: 'RU, EN' }))
    expect(items()).toHaveLength(8)
    screen.getByText(t('adminCategories.choose'))
    expect(await violationsOf(container)).toEqual([])
  })

  it('follows the keys of the ARIA pattern', async () => {
    const { address } = openTree()
    await item(FLOWERS)
    await user.tab()
    while (document.activeElement?.getAttribute('role') !== 'treeitem') await user.tab()
    expect(await item(FLOWERS)).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(await item(FLOWERS)).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{ArrowRight}')
    const bouquets = await item(BOUQUETS)
    expect(bouquets).toHaveFocus()
    expect(['level', 'posinset', 'setsize'].map((name) => bouquets.getAttribute(`aria-${name}`))).toEqual(['2', '1', '5'])
    expect(bouquets).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowDown}')
    expect(await item(BOXES)).toHaveFocus()
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(await item(FLOWERS)).toHaveFocus()
    await user.keyboard('{ArrowLeft}')
    expect(await item(FLOWERS)).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{End}')
    expect(items().at(-1)).toHaveFocus()
    await user.keyboard('{Home}')
    expect(await item(FLOWERS)).toHaveFocus()
    // A letter moves to the next category that begins with it.
    await user.keyboard('h')
    expect(await item(GIFTS)).toHaveFocus()
    await user.keyboard(' ')
    expect(await item(GIFTS)).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(adminPaths.category('20')))
  })

  it('expands by a press on the arrow, and opens the editor by a double press on the name', async () => {
    const { address } = openTree()
    const flowers = await item(FLOWERS)
    await user.click(flowers.querySelector('[data-toggle]') as HTMLElement)
    expect(flowers).toHaveAttribute('aria-expanded', 'true')
    await user.dblClick(await screen.findByText(BOUQUETS))
    await waitFor(() => expect(address()).toBe(adminPaths.category('2')))
  })

  it('expands and collapses everything', async () => {
    openTree()
    await press(t('adminCategories.expandAll'))
    expect(items()).toHaveLength(deskCategories().length)
    await press(t('adminCategories.collapseAll'))
    expect(items()).toHaveLength(8)
  })

  it('shows the category that the address names', async () => {
    openTree('3')
    expect(await item('Qızılgül buketləri')).toHaveAttribute('aria-selected', 'true')
    panel().getByRole('heading', { name: 'Qızılgül buketləri' })
  })
})

describe('moving a category', () => {
  it('by buttons announces the new place', async () => {
    openTree('7')
    await press(t('adminCategories.move.up'))
    await screen.findByText(t('adminCategories.movedInto', { name: BOXES, parent: FLOWERS, place: 1, size: 5 }))
    expect(placesOf(7, 2)).toEqual([
      [1, 0],
      [1, 1],
    ])
    await press(t('adminCategories.move.down'))
    await waitFor(() =>
      expect(placesOf(7, 2)).toEqual([
        [1, 1],
        [1, 0],
      ]),
    )
    await screen.findByText(t('adminCategories.movedInto', { name: BOXES, parent: FLOWERS, place: 2, size: 5 }))
    await press(t('adminCategories.move.in'))
    await screen.findByText(t('adminCategories.movedInto', { name: BOXES, parent: BOUQUETS, place: 5, size: 5 }))
    expect(placesOf(7)).toEqual([[2, 4]])
    // The new parent was expanded.
    expect(await item(BOXES)).toHaveAttribute('aria-level', '3')
    await press(t('adminCategories.move.out'))
    await waitFor(() => expect(placesOf(7)).toEqual([[1, 1]]))
    await waitFor(() => expect(screen.getByRole('button', { name: t('adminCategories.move.out') })).not.toHaveAttribute('aria-disabled'))
    await press(t('adminCategories.move.out'))
    await screen.findByText(t('adminCategories.movedToTop', { name: BOXES, place: 2, size: 9 }))
  })

  it('by a button is not possible at the end of the list, where the button keeps the focus', async () => {
    openTree('1')
    const up = await screen.findByRole('button', { name: t('adminCategories.move.up') })
    expect(up).toHaveAttribute('aria-disabled', 'true')
    await user.click(up)
    expect(up).toHaveFocus()
    expect(deskCategory(1)?.version).toBe(1)
  })

  it('by keys keeps the focus on the category', async () => {
    openTree('2')
    ;(await item(BOUQUETS)).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(placesOf(2)).toEqual([[1, 1]]))
    await waitFor(() => expect(items().indexOf(screen.getByRole('treeitem', { selected: true }))).toBe(2))
    expect(await item(BOUQUETS)).toHaveFocus()
    await waitFor(() => expect(screen.getByRole('button', { name: t('adminCategories.move.in') })).not.toHaveAttribute('aria-disabled'))
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await waitFor(() => expect(placesOf(2)).toEqual([[7, 3]]))
    await waitFor(async () => expect(await item(BOUQUETS)).toHaveAttribute('aria-level', '3'))
    expect(await item(BOUQUETS)).toHaveFocus()
  })

  it('by drag and drop changes its parent and position', async () => {
    openTree('2')
    drag(await item(GIFTS), await item(BOUQUETS), 'middle')
    await waitFor(() => expect(placesOf(20)).toEqual([[2, 4]]))
    await waitFor(async () => expect(await item(GIFTS)).toHaveAttribute('aria-level', '3'))
    drag(await item(GIFTS), await item(FLOWERS), 'top')
    await waitFor(() =>
      expect(placesOf(20, 1)).toEqual([
        [undefined, 0],
        [undefined, 1],
      ]),
    )
  })

  it('into itself or its descendants is refused', async () => {
    openTree('2')
    expect(drag(await item(FLOWERS), await item(BOUQUETS), 'middle')).toBe('refused')
    expect(drag(await item(FLOWERS), await item(FLOWERS), 'middle')).toBe('refused')
    expect(placesOf(1)).toEqual([[undefined, 0]])
  })

  it('that another operator has changed is refused with the reason, and works with the new version', async () => {
    openTree('7')
    await item(BOXES)
    changeCategory(7, { name: { az: 'Qutular' } })
    await press(t('adminCategories.move.up'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Siz işləyərkən başqası bu kateqoriyanı dəyişib.')
    await item('Qutular')
    await press(t('adminCategories.move.up'))
    await waitFor(() => expect(placesOf(7)).toEqual([[1, 0]]))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('into a category that is now its descendant is refused with the reason', async () => {
    openTree('7')
    await item(BOXES)
    const { parentId: _, ...bouquets } = changeCategory(2, {})
    categoryDesk.categories = deskCategories().map((category) => (category.id === 2 ? { ...bouquets, parentId: 8 } : category))
    await press(t('adminCategories.move.in'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Kateqoriya özünün içinə köçürülə bilməz.')
    // The tree shows where the other operator has moved it.
    await press(t('adminCategories.expandAll'))
    await waitFor(async () => expect(await item(BOUQUETS)).toHaveAttribute('aria-level', '4'))
  })
})

describe('the panel', () => {
  it('links to the editor, to a new subcategory and to the shop', async () => {
    openTree('2')
    await item(BOUQUETS)
    const links = panel().getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      adminPaths.category('2'),
      adminPaths.newCategory('2'),
      '/kateqoriya/buketler',
    ])
  })

  it('says why a category with products or children cannot be deleted', async () => {
    openTree('2')
    await screen.findByText(t('adminCategories.delete.notEmpty', { products: 16, categories: 4 }))
    expect(screen.queryByRole('button', { name: t('adminCategories.delete.of', { name: BOUQUETS }) })).toBeNull()
  })

  it('deletes an empty category after a confirmation', async () => {
    openTree('15')
    await press(t('adminCategories.delete.of', { name: DRIED }))
    expect(await screen.findByRole('group', { name: t('adminCategories.delete.of', { name: DRIED }) })).toHaveFocus()
    screen.getByText(t('adminCategories.delete.sure', { name: DRIED }))
    await press(t('adminCategories.delete.no'))
    expect(deskCategory(15)).toBeDefined()
    await press(t('adminCategories.delete.of', { name: DRIED }))
    await press(t('adminCategories.delete.yes'))
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: new RegExp(DRIED) })).toBeNull())
    expect(deskCategory(15)).toBeUndefined()
    expect(lastToast()).toBe(t('adminCategories.delete.done', { name: DRIED }))
  })

  it('shows the reason when the server refuses to delete a category', async () => {
    openTree('15')
    await press(t('adminCategories.delete.of', { name: DRIED }))
    server.use(http.delete(`${BASE}/admin/categories/15`, () => problem(409, 'category_in_use', 'Kateqoriyada məhsul var.')))
    await press(t('adminCategories.delete.yes'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Kateqoriyada məhsul var.')
    await item(DRIED)
  })

  it('has no actions without the permission to change categories', async () => {
    signInStaff({ roles: ['support'], permissions: ['products_read'] })
    openTree('15')
    ;(await item(DRIED)).focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(screen.queryByRole('button', { name: t('adminCategories.move.up') })).toBeNull()
    expect(screen.queryByRole('button', { name: t('adminCategories.delete.of', { name: DRIED }) })).toBeNull()
    expect(screen.queryByRole('link', { name: t('adminCategories.new') })).toBeNull()
    expect(await item(DRIED)).toHaveAttribute('draggable', 'false')
    expect(deskCategory(15)?.version).toBe(1)
  })
})

const ROW_HEIGHT = 40
/** The vertical position of the mouse in a row. */
const HEIGHTS = { top: 0, middle: ROW_HEIGHT / 2, bottom: ROW_HEIGHT }

/** Returns whether the target lets the browser drop the row. */
function drag(row: HTMLElement, target: HTMLElement, part: keyof typeof HEIGHTS): 'dropped' | 'refused' {
  target.getBoundingClientRect = () => ({ top: 0, height: ROW_HEIGHT }) as DOMRect
  fireEvent.dragStart(row, { dataTransfer: { setData() {} } })
  const over = createEvent.dragOver(target)
  // jsdom has no drag events, and their base class has no coordinates.
  Object.defineProperty(over, 'clientY', { value: HEIGHTS[part] })
  fireEvent(target, over)
  if (over.defaultPrevented) fireEvent.drop(target)
  fireEvent.dragEnd(row)
  return over.defaultPrevented ? 'dropped' : 'refused'
}
