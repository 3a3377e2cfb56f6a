import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { Component as Favourites } from '~/routes/favourites'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'
import { card, products } from '~mock/catalogue'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { FavouriteButton } from './components/favourite-button'

const user = userEvent.setup({ delay: null })

type MockProduct = (typeof products)[number]
function findProduct(matches: (product: MockProduct) => boolean): MockProduct {
  const match = products.find(matches)
  if (!match) throw new Error('the mock has no such product')
  return match
}
const isPlain = ({ stock, sizes }: MockProduct) => stock > 5 && !sizes?.length
const plain = findProduct((product) => isPlain(product) && product.discounted === undefined)
const expensive = findProduct((product) => isPlain(product) && product.price > plain.price * 2)
const sized = findProduct(({ stock, sizes }) => stock > 0 && Boolean(sizes?.length))
const soldOut = findProduct(({ stock }) => stock === 0)

const textFor = (key: Parameters<typeof t>[0], { name }: MockProduct) => t(key, { name: name.az })
const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

function open(liked: MockProduct[], query = '') {
  for (const { id } of liked) state.liked.add(id)
  const Page = () => (
    <>
      <Favourites />
      <Toaster labels={{ region: 'messages', close: t('common.close') }} />
    </>
  )
  return openAt(paths.favourites() + query, { path: '/beyendiklerim', Component: Page })
}

beforeEach(() => {
  signIn()
  useToasts.setState({ toasts: [] })
})

it('unliking removes a favourite, and “undo” restores it', async () => {
  open([plain, expensive])
  await user.click(await screen.findByRole('button', { name: textFor('common.favourite.of', plain) }))
  await waitFor(() => expect(names()).toEqual([expensive.name.az]))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await user.click(await screen.findByRole('button', { name: t('common.undo') }))
  await waitFor(() => expect(names()).toHaveLength(2))
  await waitFor(() => expect(state.liked).toContain(plain.id))
})

it('a favourite moves to the cart, and stays when the cart refuses it', async () => {
  server.use(http.post(`${BASE}/cart/add`, () => problem(409, 'not_enough_stock', 'Yalnız 0 ədəd qalıb'), { once: true }))
  open([plain])
  const move = () => screen.findByRole('button', { name: textFor('favourites.moveOf', plain) })
  await user.click(await move())
  await screen.findByText('Yalnız 0 ədəd qalıb')
  expect(names()).toEqual([plain.name.az])
  await user.click(await move())
  await screen.findByRole('heading', { level: 1, name: t('favourites.empty') })
  await screen.findByText(t('favourites.moved'))
  expect(state.cart).toEqual([{ productId: plain.id, count: 1 }])
  expect(state.liked.size).toBe(0)
})

it('a favourite with sizes links to them, and a sold-out one to similar products', async () => {
  open([sized, soldOut])
  expect(await screen.findByRole('link', { name: textFor('favourites.chooseSizeOf', sized) })).toHaveAttribute(
    'href',
    paths.product(sized.slug),
  )
  expect(screen.getByRole('link', { name: textFor('favourites.similarOf', soldOut) })).toHaveAttribute(
    'href',
    paths.category(soldOut.category),
  )
  expect(screen.queryByRole('button', { name: textFor('favourites.moveOf', soldOut) })).toBeNull()
})

it('the order is in the address', async () => {
  const page = open([plain, expensive])
  await user.selectOptions(await screen.findByLabelText(t('catalog.sort.label')), t('favourites.sort.price_desc'))
  await waitFor(() => expect(names()).toEqual([expensive.name.az, plain.name.az]))
  expect(page.address()).toBe(`${paths.favourites()}?sort=price_desc`)
  await user.selectOptions(screen.getByLabelText(t('catalog.sort.label')), t('favourites.sort.added'))
  await waitFor(() => expect(page.address()).toBe(paths.favourites()))
})

it('an empty page links to the shop', async () => {
  open([])
  await screen.findByRole('heading', { level: 1, name: t('favourites.empty') })
  expect(screen.getByRole('link', { name: t('common.toShop') })).toHaveAttribute('href', paths.home())
})

it('a guest signs in and returns to the same address', async () => {
  auth.cleared()
  open([], '?sort=price_desc')
  await screen.findByText(`at ${paths.signIn(`${paths.favourites()}?sort=price_desc`)}`)
})

describe('the heart of a product', () => {
  function openHeart() {
    const product = card(plain, 'az', new Set())
    const Page = () => (
      <>
        <FavouriteButton product={product} />
        <Toaster labels={{ region: 'messages', close: t('common.close') }} />
      </>
    )
    openAt('/', { path: '/', Component: Page })
    return screen.findByRole('button', { name: textFor('common.favourite.of', plain) })
  }

  it('is filled before the server has responded', async () => {
    let respond = () => {}
    const heldResponse = new Promise<void>((resolve) => (respond = resolve))
    server.use(
      http.post(`${BASE}/product/like`, async () => {
        await heldResponse
        state.liked.add(plain.id)
        return ok({ favCount: 1 })
      }),
    )
    const heart = await openHeart()
    await user.click(heart)
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'))
    expect(state.liked.size).toBe(0)
    respond()
    await waitFor(() => expect(state.liked).toContain(plain.id))
    expect(heart).toHaveAttribute('aria-pressed', 'true')
  })

  it('reverts with a message when the server refuses', async () => {
    server.use(http.post(`${BASE}/product/like`, () => problem(503, 'service_unavailable', 'Bir az sonra.')))
    const heart = await openHeart()
    await user.click(heart)
    await screen.findByText('Bir az sonra.')
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'false'))
  })
})

it('a heart shows a press before the favourites have loaded', async () => {
  const pendingForever = new Promise<Response>(() => {})
  server.use(
    http.get(`${BASE}/product/likes`, () => pendingForever),
    http.post(`${BASE}/product/like`, () => pendingForever),
  )
  openAt('/', { path: '/', Component: () => <FavouriteButton product={card(plain, 'az', new Set())} /> })
  const heart = await screen.findByRole('button', { name: textFor('common.favourite.of', plain) })
  expect(heart).toHaveAttribute('aria-pressed', 'false')
  await user.click(heart)
  await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'))
})
