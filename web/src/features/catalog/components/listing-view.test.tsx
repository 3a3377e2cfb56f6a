// Tests of product lists, on the page of search results.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { roots } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { state } from '~mock/state'
import { Component as SearchPage } from '~/routes/search'
import { paths } from '~shared/lib/paths'

afterEach(() => server.events.removeAllListeners())

const PER_PAGE = 24

/** On wide screens, the filters are beside the list. */
const WIDE = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
beforeEach(() => void vi.stubGlobal('matchMedia', () => WIDE))

const page = (
  <Suspense>
    <SearchPage />
  </Suspense>
)
const open = (text: string, query = '') => openAt(paths.search(text) + query, { path: '/axtaris/:text', element: page })
const column = () => screen.findByRole('complementary', { name: t('catalog.filters.title') })
const group = async (name: string) => within(await column()).findByRole('group', { name })
const resultCount = () => screen.getAllByRole('status')[0]?.textContent
/** Current prices in qəpik. */
const prices = () =>
  screen
    .getAllByRole('article')
    .map(({ textContent }) => Number(/(\d[\d\u00a0]*,\d{2})\u00a0₼/.exec(textContent)?.[1]?.replaceAll(/\D/g, '')))
/** The last chip clears all filters. */
const CLEAR_CHIP = 1
const chips = () => screen.findByRole('list', { name: t('catalog.filters.chosen') })

it('a filter is in the address, and finds as many as its count says', async () => {
  const { address } = open('buket')
  const offers = await group(t('deferred.filters.offers'))
  const label = within(offers).getByText(t('catalog.filters.discounted')).closest('label')
  const expectedCount = Number(/\d+$/.exec(label?.textContent ?? '')?.[0])
  await userEvent.click(within(offers).getByRole('checkbox', { name: new RegExp(t('catalog.filters.discounted')) }))
  await waitFor(() => expect(address()).toBe(`${paths.search('buket')}?discounted=true`))
  await waitFor(() => expect(resultCount()).toBe(t('catalog.found', { count: expectedCount, n: expectedCount })))
  await userEvent.click(within(await chips()).getByRole('link', { name: t('catalog.filters.clear') }))
  await waitFor(() => expect(address()).toBe(paths.search('buket')))
})

it('prices are typed in manats, and put into the address in qəpik once they have settled', async () => {
  const { address, router } = open('buket')
  const price = await group(t('deferred.filters.price'))
  await userEvent.type(within(price).getByRole('textbox', { name: new RegExp(`^${t('deferred.filters.from')}`) }), '29,90')
  expect(address(), 'not while it is being typed').toBe(paths.search('buket'))
  await waitFor(() => expect(address()).toBe(`${paths.search('buket')}?minPrice=2990`))
  expect(router.state.historyAction).toBe('PUSH')
  expect(within(await chips()).getAllByRole('listitem')).toHaveLength(1 + CLEAR_CHIP)
})

it('the price thumbs announce their value', async () => {
  // Prices are in qəpik: 30 to 50 ₼.
  open('buket', '?minPrice=3000&maxPrice=5000')
  const price = await group(t('deferred.filters.price'))
  const [low, high] = within(price).getAllByRole('slider')
  expect(low).toHaveAttribute('aria-valuetext', '30\u00a0₼')
  expect(high).toHaveAttribute('aria-valuetext', '50\u00a0₼')
})

it('opening a result reports its search and rank', async () => {
  open('buket')
  const cards = await screen.findAllByRole('article')
  const third = cards[2]
  await userEvent.click(within(third as HTMLElement).getAllByRole('link')[0] as HTMLElement)
  await waitFor(() => expect(state.opened).toEqual([{ searchId: 'list-buket', productId: expect.any(Number), place: 3 }]))
})

it('later pages come from the same snapshot, and no product is shown twice', async () => {
  const requests: URLSearchParams[] = []
  server.events.on('request:start', ({ request }) => {
    const url = new URL(request.url)
    if (url.pathname.endsWith('/product/all')) requests.push(url.searchParams)
  })
  const { router } = open('a')
  await userEvent.click(await screen.findByRole('link', { name: t('catalog.loadMore') }))
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(PER_PAGE))
  const names = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)
  expect(new Set(names).size).toBe(names.length)
  expect(requests[0]?.get('facets')).toBe('true')
  expect([requests.at(-1)?.get('page'), requests.at(-1)?.get('searchId'), requests.at(-1)?.get('facets')]).toEqual(['2', 'list-a', null])
  expect(router.state.location.state, 'going back restores the pages').toEqual({ added: { count: 1, searchId: 'list-a' } })
})

it('shows the corrected search', async () => {
  open('buketik')
  expect(await screen.findByText(t('catalog.search.corrected', { text: 'buketik', corrected: 'buket' }))).toBeVisible()
})

it('filters without a match offer alternatives', async () => {
  const beyondAllPrices = 99_000_000
  const { address } = open('buket', `?minPrice=${beyondAllPrices}`)
  expect(await screen.findByText(t('deferred.product.nothingForFilters'))).toBeVisible()
  await userEvent.click(screen.getAllByRole('link', { name: t('catalog.filters.clear') }).at(-1) as HTMLElement)
  await waitFor(() => expect(address()).toBe(paths.search('buket')))
})

it('a search without results links to categories', async () => {
  open('qwxzqwxz')
  await screen.findByRole('heading', { name: t('catalog.search.none') })
  const [category] = roots('az').toSorted((a, b) => b.productCount - a.productCount)
  expect(screen.getByRole('link', { name: category?.name ?? '' })).toHaveAttribute('href', paths.category(category?.slug ?? ''))
})

it.each(['<script>alert(1)</script>', '"; drop table product; --', '((((', '‮تشرين', '🎁', 'a'.repeat(200)])(
  '%s is shown as plain text',
  async (text) => {
    open(text)
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(t('catalog.search.title', { text }))
  },
)

it('the order is in the address, and "back" restores the previous one', async () => {
  const { address, router } = open('buket')
  const order = async () => screen.findByLabelText(t('catalog.sort.label'))
  await userEvent.selectOptions(await order(), 'price_asc')
  await waitFor(() => expect(address()).toBe(`${paths.search('buket')}?sort=price_asc`))
  await userEvent.selectOptions(await order(), 'price_desc')
  await waitFor(() => expect(address()).toBe(`${paths.search('buket')}?sort=price_desc`))
  await waitFor(() => expect(new Set(prices()).size).toBeGreaterThan(1))
  await waitFor(() => expect(prices()).toEqual(prices().toSorted((a, b) => b - a)))
  await act(() => router.navigate(-1))
  await waitFor(async () => expect(await order()).toHaveValue('price_asc'))
  await waitFor(() => expect(prices()).toEqual(prices().toSorted((a, b) => a - b)))
})

it('a category narrows a search, and "all categories" widens it', async () => {
  const { address } = open('buket')
  const everything = await screen.findByRole('heading', { level: 1 }).then(resultCount)
  await userEvent.click(within(await group(t('deferred.filters.category'))).getAllByRole('link')[0]!)
  await waitFor(() => expect(address()).toMatch(/\?category=[\w-]+$/))
  await waitFor(async () => expect(within(await chips()).getAllByRole('listitem')).toHaveLength(1 + CLEAR_CHIP))
  await userEvent.click(within(await column()).getByRole('link', { name: t('deferred.filters.allCategories') }))
  await waitFor(() => expect(address()).toBe(paths.search('buket')))
  await waitFor(() => expect(resultCount()).toBe(everything))
})

it('two filters chosen before the first response both apply', async () => {
  const { address } = open('buket')
  const offers = within(await group(t('deferred.filters.offers')))
  // Clicks again at once, without even a microtask in between.
  fireEvent.click(offers.getByRole('checkbox', { name: new RegExp(t('catalog.filters.discounted')) }))
  fireEvent.click(offers.getByRole('checkbox', { name: new RegExp(t('catalog.filters.inStock')) }))
  await waitFor(() => expect(address()).toBe(`${paths.search('buket')}?discounted=true&inStock=true`))
  await waitFor(async () => expect(within(await chips()).getAllByRole('listitem')).toHaveLength(2 + CLEAR_CHIP))
})
