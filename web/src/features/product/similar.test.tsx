import { act, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { paths } from '~shared/lib/paths'
import { product as productPageOf, products } from '~mock/catalogue'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { Similar } from './components/below-the-fold'

/** Reports the row as near, because jsdom has no layout. */
let comeNear = () => {}

vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(private readonly notify: (entries: { isIntersecting: boolean }[]) => void) {}
    observe(element: Element) {
      if (!element.closest('li')) comeNear = () => act(() => this.notify([{ isIntersecting: true }]))
    }
    disconnect() {}
  },
)

const [mockProduct] = products
if (!mockProduct) throw new Error('the mock has no product')
const product = productPageOf(mockProduct, 'az', new Set())
const path = paths.product(product.slug)
const open = () =>
  openAt(path, {
    path,
    Component: () => (
      <>
        <h1>{product.name}</h1>
        <Similar product={product} />
      </>
    ),
  })

let requestCount = 0
const respondWith = (respond: () => Response | undefined) =>
  server.use(
    http.get(`${BASE}/product/:slug/similar`, ({ params }) => {
      expect(params.slug).toBe(product.slug)
      requestCount += 1
      return respond()
    }),
  )

beforeEach(() => {
  requestCount = 0
})

describe('similar products', () => {
  it('are fetched when their shelf comes near; its space is reserved before', async () => {
    respondWith(() => undefined)
    const { container } = open()
    await screen.findByRole('heading', { level: 1 })
    expect(container.querySelector('.h-104')).not.toBeNull()
    expect(requestCount).toBe(0)

    comeNear()
    const shelf = (await screen.findByRole('heading', { level: 2, name: t('deferred.product.similar') })).closest('section')
    if (!shelf) throw new Error('the shelf is no section')
    expect(requestCount).toBe(1)
    const links = within(shelf)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(links).toContain(paths.category(product.category.slug))
    expect(links.filter((link) => link?.startsWith('/mehsullar/')).length, 'enough products for a shelf').toBeGreaterThan(3)
    expect(links).not.toContain(path)
  })

  it.each([
    ['there are none', () => ok([])],
    ['they cannot be fetched', () => problem(404, 'product_not_found', 'Məhsul tapılmadı')],
  ])('are not shown when %s', async (_when, respond) => {
    respondWith(respond)
    const { container } = open()
    await screen.findByRole('heading', { level: 1 })
    comeNear()
    await waitFor(() => expect(requestCount).toBeGreaterThan(0))
    await waitFor(() => expect(container.querySelector('.skeleton, .h-104')).toBeNull())
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
