// The home page shows the sections of the server, in their order.

import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { Suspense } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Component, ErrorBoundary } from '~/routes/home'
import { products } from '~mock/catalogue'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { home, previewHome } from '~mock/home-state'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { stubIntersectionObserver, stubMatchMedia } from '~mock/window-stubs'
import type { HomeSectionDraft } from '~shared/api/types'
import { paths } from '~shared/lib/paths'

beforeEach(() => {
  stubMatchMedia()
  stubIntersectionObserver()
})

const Page = () => (
  <Suspense>
    <Component />
  </Suspense>
)
const open = (search = '') => openAt(`/${search}`, { path: '/', Component: Page, ErrorBoundary })

const draft = (section: Partial<HomeSectionDraft> & Pick<HomeSectionDraft, 'kind'>): HomeSectionDraft => ({
  hidden: false,
  tiles: [],
  ...section,
})
const shows = (...sections: HomeSectionDraft[]) => {
  home.versions = [{ version: 2, sections, publishedAt: '2026-11-20T08:00:00Z' }]
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

const tile = (label: string, link: string): HomeSectionDraft['tiles'][number] => ({
  label: { az: label },
  link,
  picture: 'illustration:cake',
  tone: 'rose',
})

describe('the home page', () => {
  it('shows the published sections', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Sevdiklərinizə xoş bir sovqat')
    expect(screen.getByRole('link', { name: 'Hədiyyə seç' })).toHaveAttribute('href', '/kateqoriya/hediyyeler')
    const popular = await screen.findByRole('region', { name: 'Ən çox seçilənlər' })
    expect(within(popular).getByRole('link', { name: new RegExp(t('common.seeAll')) })).toHaveAttribute('href', paths.popular())
    const occasions = await screen.findByRole('region', { name: 'Hansı münasibətlə?' })
    expect(within(occasions).getAllByRole('link')).toHaveLength(4)
    const budgets = screen.getByRole('navigation', { name: 'Büdcəniz nə qədərdir?' })
    expect(within(budgets).getAllByRole('link')[0]).toHaveAttribute('href', '/kateqoriya/hediyyeler?maxPrice=2000')
    expect(await screen.findByRole('link', { name: 'Dəstlərə bax' })).toHaveAttribute('href', '/kateqoriya/gul-ve-sirniyyat')
  })

  it('has its sections in the order of the server, and a heading without a hero', async () => {
    shows(
      draft({ kind: 'shelf', title: { az: 'Endirimlər' }, shelf: { source: 'sale', products: [] } }),
      draft({ kind: 'shelf', title: { az: 'Yenilər' }, shelf: { source: 'newest', products: [] } }),
    )
    open()
    await screen.findByRole('region', { name: 'Yenilər' })
    expect(headings().slice(0, 2)).toEqual(['Endirimlər', 'Yenilər'])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBeTruthy()
  })

  it('shows chosen products in their order, however few', async () => {
    const chosen = products.slice(0, 2).toReversed()
    const ids = chosen.map(({ id }) => id)
    shows(draft({ kind: 'shelf', title: { az: 'Seçdiklərimiz' }, shelf: { source: 'products', products: ids } }))
    open()
    const shelf = within(await screen.findByRole('region', { name: 'Seçdiklərimiz' }))
    expect(shelf.getAllByRole('article').map((card) => within(card).getAllByRole('link')[0]?.getAttribute('href'))).toEqual(
      chosen.map(({ slug }) => paths.product(slug)),
    )
    expect(shelf.queryByRole('link', { name: new RegExp(t('common.seeAll')) })).toBeNull()
  })

  it('links a shelf of a category to the category', async () => {
    shows(draft({ kind: 'shelf', title: { az: 'Hədiyyələr' }, shelf: { source: 'category', category: 'hediyyeler', products: [] } }))
    open()
    const shelf = within(await screen.findByRole('region', { name: 'Hədiyyələr' }))
    expect(shelf.getByRole('link', { name: new RegExp(t('common.seeAll')) })).toHaveAttribute('href', paths.category('hediyyeler'))
  })

  it('does not request the shelf of a category that the shop lacks', async () => {
    const requested: (string | null)[] = []
    server.events.on('request:start', ({ request }) => requested.push(new URL(request.url).searchParams.get('category')))
    const shelf = (title: string, category: string) =>
      draft({ kind: 'shelf', title: { az: title }, shelf: { source: 'category', category, products: [] } })
    shows(shelf('Yoxdur', 'yoxdur'), shelf('Hədiyyələr', 'hediyyeler'))
    const { container } = open()
    await screen.findByRole('region', { name: 'Hədiyyələr' })
    expect(container.querySelector('.skeleton')).toBeNull()
    expect(requested).toContain('hediyyeler')
    expect(requested).not.toContain('yoxdur')
  })

  it('leaves out tiles of categories that the shop lacks', async () => {
    shows(
      draft({
        kind: 'tiles',
        title: { az: 'Kimə?' },
        tiles: [tile('Var', '/kateqoriya//hediyyeler/?minPrice=100'), tile('Yoxdur', '/kateqoriya/yoxdur'), tile('Yeni', paths.newest())],
      }),
      draft({ kind: 'tiles', title: { az: 'Boş' }, tiles: [tile('Yoxdur', '/kateqoriya/yoxdur')] }),
    )
    open()
    const tiles = within(await screen.findByRole('region', { name: 'Kimə?' }))
    expect(tiles.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Var', 'Yeni'])
    expect(screen.queryByRole('region', { name: 'Boş' })).toBeNull()
  })

  it('ignores sections and drawings that it does not know', async () => {
    const unknown = { kind: 'riddle', title: 'Tapmaca', tiles: [] }
    const banner = { text: 'Mətn', action: 'Bax', link: paths.sale(), picture: 'illustration:riddle', tone: 'mint' }
    server.use(http.get(`${BASE}/home`, () => ok({ sections: [unknown, { kind: 'banner', title: 'Lövhə', tiles: [], banner }] })))
    open()
    const region = await screen.findByRole('region', { name: 'Lövhə' })
    expect(region.querySelector('img')).toBeNull()
    expect(screen.queryByText('Tapmaca')).toBeNull()
  })
})

describe('a preview', () => {
  it('says for which time it is, and can be left', async () => {
    const sections = [
      draft({ kind: 'banner', title: { az: 'Novruz' }, banner: { text: { az: 'Mətn' }, action: { az: 'Bax' }, link: '/', picture: '' } }),
    ]
    const { token } = previewHome({ sections, shownAt: '2027-03-20T08:00:00Z' })
    open(`?preview=${token}`)
    const bar = within(await screen.findByRole('complementary', { name: t('deferred.preview.title') }))
    expect(bar.getByText(t('deferred.preview.shownAt', { time: '20 mart 2027, 12:00' }))).toBeVisible()
    expect(bar.getByRole('link', { name: t('deferred.preview.leave') })).toHaveAttribute('href', '/')
    expect(await screen.findByRole('region', { name: 'Novruz' })).toBeVisible()
  })

  it('does not hide a published shelf after its own shelf has failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    server.use(
      http.get(`${BASE}/product/all`, ({ request }) =>
        new URL(request.url).searchParams.has('ids') ? problem(404, 'not_found', 'Yoxdur') : undefined,
      ),
    )
    const title = { az: 'Rəf' }
    shows(draft({ kind: 'shelf', title, shelf: { source: 'newest', products: [] } }))
    const sections = [draft({ kind: 'shelf', title, shelf: { source: 'products', products: [1] } })]
    const { token } = previewHome({ sections })
    const { router, container } = open(`?preview=${token}`)
    await screen.findByRole('complementary', { name: t('deferred.preview.title') })
    await waitFor(() => expect(container.querySelector('.skeleton')).toBeNull())
    await act(() => router.navigate('/'))
    expect(await screen.findByRole('region', { name: 'Rəf' })).toBeVisible()
  })

  it('explains that it has expired', async () => {
    // React Router logs the failure.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    open('?preview=expired')
    expect(await screen.findByRole('heading', { level: 1, name: t('deferred.preview.expired') })).toBeVisible()
  })
})
