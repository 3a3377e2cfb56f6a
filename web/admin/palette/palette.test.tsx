import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdminLayout } from '~admin/layout'
import { recentEntries } from '~admin/lib/recent'
import { adminPaths } from '~admin/paths'
import { answerStepUp, askForStepUp } from '~admin/session/step-up'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { orders } from '~mock/orders-state'
import { OWNER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'

/** Every other address shows "other page". */
const open = () =>
  openAt(adminPaths.home(), {
    path: '/idare',
    Component: AdminLayout,
    children: [
      { index: true, element: <h1>Idarə</h1> },
      { path: '*', element: <h1 tabIndex={-1}>other page</h1> },
    ],
  })
const button = () => screen.getByRole('button', { name: t('adminConsole.palette.open') })
const input = () => screen.getByRole('combobox', { name: t('adminConsole.palette.label') })
const isOpen = () => screen.queryByRole('combobox', { name: t('adminConsole.palette.label') }) !== null
const options = () => screen.getAllByRole('option').map((option) => option.textContent)
/** The option that Enter opens. */
const active = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')
const group = (name: 'recent' | 'pages' | 'create' | 'orders' | 'products' | 'customers' | 'stores') =>
  within(screen.getByRole('listbox')).queryByRole('group', { name: t(`adminConsole.palette.group.${name}`) })
const type = (text: string) => fireEvent.change(input(), { target: { value: text } })

/** Returns the paths of the requests that are sent from now on. */
function recordRequests(): string[] {
  const sent: string[] = []
  server.events.on('request:start', ({ request }) => void sent.push(new URL(request.url).pathname.replace('/api/v1', '')))
  return sent
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  recentEntries.clearAll()
})
afterEach(() => {
  server.events.removeAllListeners()
  answerStepUp(false)
})

describe('the keyboard', () => {
  it('opens the palette, chooses with arrow keys, and opens a page with Enter', async () => {
    signInStaff()
    const { address } = open()
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(input()).toHaveFocus()
    expect(input()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
    expect(active(), 'the first option is chosen').toHaveTextContent(t('admin.home.link'))
    await userEvent.keyboard('{ArrowUp}')
    expect(active(), 'up from the first option is the last one').toHaveTextContent(t('adminConsole.palette.new.campaign'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(active()).toHaveTextContent(t('admin.areas.orders'))
    expect(active()).toHaveAttribute('aria-selected', 'true')
    expect(input()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe(adminPaths.orders())
    expect(isOpen()).toBe(false)
  })

  it('Escape closes the palette, and the focus returns', async () => {
    signInStaff()
    open()
    button().focus()
    await userEvent.keyboard('{Enter}')
    expect(input()).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(button()).toHaveFocus()
  })

  it('on a Cyrillic layout, the same key opens and closes it', () => {
    signInStaff()
    open()
    const press = () => fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', metaKey: true })
    press()
    expect(isOpen()).toBe(true)
    press()
    expect(isOpen()).toBe(false)
  })

  it('does not open it over the dialog that asks for the second factor', async () => {
    signInStaff()
    open()
    void askForStepUp()
    await waitFor(() => expect(document.querySelector('dialog[open]')).not.toBeNull())
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    expect(isOpen()).toBe(false)
  })
})

describe('a typed text', () => {
  it('finds pages without the letters that a keyboard lacks', () => {
    signInStaff()
    open()
    fireEvent.click(button())
    type('yeni mehsul')
    expect(options()).toEqual([t('adminConsole.palette.new.product')])
    type('xyzxyz')
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('finds an order by its code, and the order is then among the recent entries', async () => {
    signInStaff()
    const { address } = open()
    const order = orders.all[0]
    if (!order) throw new Error('the mock has no orders')
    fireEvent.click(button())
    type(order.code)
    await waitFor(() => expect(group('orders')).toHaveTextContent(order.code))
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe(adminPaths.order(order.code))
    fireEvent.click(button())
    expect(group('recent')).toHaveTextContent(order.code)
    fireEvent.click(screen.getByRole('button', { name: t('adminConsole.palette.clear') }))
    expect(group('recent')).toBeNull()
  })

  it('finds products and stores by name', async () => {
    signInStaff()
    open()
    fireEvent.click(button())
    type('gül')
    await waitFor(() => expect(group('products')).not.toBeNull())
    expect(group('products')).toHaveTextContent(/gül/i)
    type('Gül evi')
    await waitFor(() => expect(group('stores')).toHaveTextContent('Gül evi'))
  })

  it('finds a customer by the whole phone number only, because each search is recorded', async () => {
    signInStaff()
    open()
    const sent = recordRequests()
    fireEvent.click(button())
    type('055 765')
    await waitFor(() => expect(sent).toContain('/admin/orders'))
    expect(sent).not.toContain('/admin/customers')
    type('+994557654321')
    await waitFor(() => expect(group('customers')).toHaveTextContent('Nigar Əliyeva'))
    fireEvent.click(screen.getByRole('option', { name: /Nigar/ }))
    fireEvent.click(button())
    expect(group('recent'), 'the name of a customer is not kept').toHaveTextContent('10472913')
  })

  it('sends one request for a text that is typed without a pause', async () => {
    signInStaff()
    open()
    const sent = recordRequests()
    fireEvent.click(button())
    for (const text of ['gü', 'gül', 'güll']) type(text)
    await waitFor(() => expect(sent).toContain('/admin/products'))
    expect(sent.filter((path) => path === '/admin/products')).toHaveLength(1)
  })

  it('says when a search failed', async () => {
    signInStaff()
    server.use(http.get(`${BASE}/admin/orders`, () => problem(503, 'service_unavailable', 'yoxdur')))
    open()
    fireEvent.click(button())
    type('qqqq')
    await screen.findByText(t('adminConsole.palette.failed'))
  })
})

it('a role finds only pages and entries that its permissions open', async () => {
  signInStaff({ roles: ['support'], permissions: ['orders_read', 'tickets_read'] })
  recentEntries.add({ kind: 'store', id: '1', label: 'Bakı Gülləri' })
  open()
  const sent = recordRequests()
  fireEvent.click(button())
  expect(options()).toEqual([
    t('admin.home.link'),
    t('admin.areas.orders'),
    t('admin.areas.deliveries'),
    t('admin.areas.refunds'),
    t('admin.areas.tickets'),
    t('adminStaff.account.title'),
  ])
  type('055 765 43 21')
  await waitFor(() => expect(sent).toContain('/admin/orders'))
  expect(new Set(sent.filter((path) => path.startsWith('/admin/')))).toEqual(new Set(['/admin/orders']))
})

it('recent entries are stored by account', async () => {
  signInStaff()
  recentEntries.add({ kind: 'store', id: '1', label: 'Bakı Gülləri' })
  open()
  fireEvent.click(button())
  expect(group('recent')).toHaveTextContent('Bakı Gülləri')
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  signInStaff({ ...OWNER, id: 99 })
  await waitFor(() => expect(isOpen()).toBe(false))
  fireEvent.click(button())
  expect(group('recent')).toBeNull()
})
