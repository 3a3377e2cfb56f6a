import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Outlet } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { paths } from '~shared/lib/paths'
import { recent, useRecent } from '../recent'
import { SearchBox } from './search-box'

afterEach(() => server.events.removeAllListeners())

const open = () => openAt('/', { path: '/', element: <SearchBox place="header" /> })
const input = () => screen.getByRole('combobox', { name: t('common.search.label') })
const list = () => screen.findByRole('listbox', { name: t('deferred.search.suggestions') })
const group = async (name: 'recent' | 'popular' | 'queries' | 'categories' | 'products') =>
  within(await list()).findByRole('group', { name: t(`deferred.search.${name}`) })
/** The option that the arrow keys have chosen. */
const chosen = () => document.getElementById(input().getAttribute('aria-activedescendant') ?? '')

/** The texts for which suggestions were requested so far. */
function recordRequests(): string[] {
  const requestedTexts: string[] = []
  server.events.on('request:start', ({ request }) => {
    const url = new URL(request.url)
    if (url.pathname.endsWith('/product/suggest')) requestedTexts.push(url.searchParams.get('q') ?? '')
  })
  return requestedTexts
}

it('sends one request for a text typed in one go, and none for a single letter', async () => {
  const requestedTexts = recordRequests()
  open()
  await userEvent.type(input(), 'b')
  await list()
  await userEvent.type(input(), 'uket')
  await group('products')
  await waitFor(() => expect(requestedTexts.at(-1)).toBe('buket'))
  expect(requestedTexts.filter((text) => text !== '')).toEqual(['buket'])
})

it('arrow keys choose without moving the focus, and Enter opens the choice', async () => {
  const { address } = open()
  await userEvent.type(input(), 'buket')
  const products = within(await group('products')).getAllByRole('option')
  expect(input()).toHaveAttribute('aria-expanded', 'true')
  expect(input()).not.toHaveAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(chosen(), 'up from the input chooses the last option').toHaveTextContent(t('deferred.search.all', { text: 'buket' }))
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen()).toBe(products.at(-1))
  expect(input()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe(products.at(-1)?.getAttribute('href'))
})

it('Enter searches the typed text when nothing is chosen', async () => {
  const { address } = open()
  await userEvent.type(input(), ' qızıl gül {Enter}')
  expect(address()).toBe(paths.search('qızıl gül'))
})

/** A search box above results, of which those for "buket" load when `arrive` is called. */
function openWithSlowResults() {
  let arrive = () => {}
  const results = new Promise<null>((resolve) => (arrive = () => resolve(null)))
  const { address } = openAt('/', {
    path: '/',
    element: (
      <>
        <SearchBox place="header" />
        <Outlet />
      </>
    ),
    children: [{ path: 'axtaris/:text', loader: ({ params }) => (params.text === 'buket' ? results : null), element: <h1>results</h1> }],
  })
  return { address, arrive: () => arrive() }
}

it('keeps the typed text when earlier results load', async () => {
  const { address, arrive } = openWithSlowResults()
  await userEvent.type(input(), 'buket{Enter}')
  await userEvent.clear(input())
  await userEvent.type(input(), 'tort')
  arrive()
  expect(await screen.findByRole('heading', { name: 'results' })).toBeVisible()
  expect(address()).toBe(paths.search('buket'))
  expect(input()).toHaveValue('tort')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe(paths.search('tort')))
  expect(input()).toHaveValue('tort')
})

it('searches the typed text when earlier results load between the key and the submission', async () => {
  const { address, arrive } = openWithSlowResults()
  await userEvent.type(input(), 'buket{Enter}')
  await userEvent.clear(input())
  await userEvent.type(input(), 'tort')
  fireEvent.keyDown(input(), { key: 'Enter' })
  arrive()
  expect(await screen.findByRole('heading', { name: 'results' })).toBeVisible()
  fireEvent.submit(screen.getByRole('search'))
  await waitFor(() => expect(address()).toBe(paths.search('tort')))
  expect(input()).toHaveValue('tort')
})

it('shows the search text of the results after going back', async () => {
  const { router } = openAt('/', {
    path: '/',
    element: (
      <>
        <SearchBox place="header" />
        <Outlet />
      </>
    ),
    children: [{ path: 'axtaris/:text', element: <h1>results</h1> }],
  })
  await userEvent.type(input(), 'buket{Enter}')
  await userEvent.clear(input())
  await userEvent.type(input(), 'tort{Enter}')
  await act(() => router.navigate(-1))
  expect(input()).toHaveValue('buket')
})

it('Escape closes the list first, then clears the input', async () => {
  open()
  await userEvent.type(input(), 'buket')
  await list()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(input()).toHaveValue('buket')
  expect(input()).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Escape}')
  expect(input()).toHaveValue('')
})

it('stores searches on this device, and Delete removes one', async () => {
  recent.add('tort')
  recent.add('sürpriz')
  open()
  await userEvent.click(input())
  expect(
    within(await group('recent'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['sürpriz', 'tort'])
  await userEvent.keyboard('{ArrowDown}{Delete}')
  expect(useRecent.getState().texts).toEqual(['tort'])
  recent.add('şokolad')
  await userEvent.click(await screen.findByTitle(t('deferred.search.forget', { text: 'şokolad' })))
  expect(useRecent.getState().texts).toEqual(['tort'])
  await userEvent.click(screen.getByRole('button', { name: t('deferred.search.clearRecent') }))
  expect(screen.queryByRole('group', { name: t('deferred.search.recent') })).toBeNull()
  expect(await group('popular')).toBeVisible()
})

it('keeps the chosen option when the response arrives', async () => {
  recent.add('tort')
  let respond = () => {}
  const heldResponse = new Promise<void>((resolve) => (respond = resolve))
  server.use(http.get(`${BASE}/product/suggest`, () => heldResponse))
  open()
  await userEvent.click(input())
  await group('recent')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen()).toHaveTextContent('tort')
  respond()
  await group('popular')
  expect(chosen()).toHaveTextContent('tort')
})

it('shows a corrected search, and when nothing is found', async () => {
  open()
  await userEvent.type(input(), 'buketik')
  expect(await screen.findByText(t('deferred.search.corrected', { corrected: 'buket' }))).toBeVisible()
  await userEvent.clear(input())
  await userEvent.type(input(), 'qwxz')
  expect(await screen.findByText(t('deferred.search.none', { text: 'qwxz' }))).toBeVisible()
})

it('works when suggestions fail', async () => {
  server.use(http.get(`${BASE}/product/suggest`, () => HttpResponse.error()))
  const { address } = open()
  await userEvent.type(input(), 'buket')
  expect(await screen.findByText(t('deferred.search.failed'))).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe(paths.search('buket'))
})
