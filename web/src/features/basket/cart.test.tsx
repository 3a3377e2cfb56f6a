// Tests of the cart page of an account, and of a guest, whose basket is in the browser.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { precheckout, usePrecheckout } from '~shared/features/checkout/store'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Component as CartPage } from '~/routes/cart'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'
import { card, products, sizes } from '~mock/catalogue'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { basket } from './store'

// jsdom has no layout, so nothing comes near the viewport.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

/** The mock's code `minimum` needs goods for this amount, in qəpik. */
const MINIMUM = 100_000

const user = userEvent.setup({ delay: null })
const plain = products.find(({ stock, sizes, price }) => stock > 5 && !sizes?.length && price > 3000)
if (!plain) throw new Error('the mock has no plain product')
const unitPrice = plain.discounted ?? plain.price

const Page = () => (
  <>
    <CartPage />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(paths.cart(), { path: '/sebet', Component: Page })
const summary = () => screen.findByRole('complementary', { name: t('cart.summary') })
const promo = () => screen.findByLabelText(t('cart.promo.label'))
/** `sum` is in qəpik. */
const expectTotal = (sum: number) =>
  waitFor(async () => expect([...(await summary()).querySelectorAll('dd')].at(-1)?.textContent).toBe(money(sum)))
const expectPromoText = (text: string) => waitFor(async () => expect(await promo()).toHaveAccessibleDescription(text))

beforeEach(() => {
  auth.cleared()
  precheckout.forget()
  basket.clear()
  useToasts.setState({ toasts: [] })
})

it('a promo code is tried in the cart and used in the checkout', async () => {
  signIn()
  state.cart = [{ productId: plain.id, count: 2 }]
  open()
  await user.type(await promo(), 'abc{Enter}')
  await expectPromoText(t('cart.promo.tooShort'))
  await user.clear(await promo())
  await user.type(await promo(), 'minimum1{Enter}')
  await expectPromoText(t('cart.promo.notFound'))
  await user.clear(await promo())
  await user.type(await promo(), 'sovqat10{Enter}')
  await expectTotal(unitPrice * 2 - Math.round((unitPrice * 2) / 10))
  expect(usePrecheckout.getState().promoCode).toBe('sovqat10')

  const removeButton = screen.getByRole('button', { name: t('cart.promo.remove') })
  expect(removeButton).toHaveFocus()
  await user.click(removeButton)
  await expectTotal(unitPrice * 2)
  expect(await promo()).toHaveFocus()
  await user.click(screen.getByRole('link', { name: t('cart.checkout') }))
  await screen.findByText(`at ${paths.checkout()}`)
})

it('shows how much is missing for a code’s minimum', async () => {
  signIn()
  state.cart = [{ productId: plain.id, count: 1 }]
  precheckout.set({ promoCode: 'minimum' })
  open()
  await expectPromoText(t('cart.promo.reason.below_minimum', { price: money(MINIMUM - unitPrice) }))
})

it("a guest's code is kept for after signing in", async () => {
  basket.add(card(plain, 'az', new Set()), null)
  open()
  await user.type(await promo(), 'sovqat10{Enter}')
  await screen.findByText(t('cart.promo.later'))
  await expectTotal(unitPrice)
  expect(usePrecheckout.getState().promoCode).toBe('sovqat10')
})

it('marks lines that cannot be ordered', async () => {
  signIn()
  state.cart = [{ productId: plain.id, count: plain.stock + 1 }]
  open()
  expect(await screen.findByText(t('cart.notice.stuck', { count: 1 }))).toBeInTheDocument()
  expect(screen.getByText(t('cart.problem.not_enough_stock', { count: plain.stock }))).toBeInTheDocument()
})

it('"undo" restores a removed line with its count', async () => {
  signIn()
  state.cart = [{ productId: plain.id, count: 3 }]
  open()
  await user.click(await screen.findByRole('button', { name: t('cart.removeOf', { name: plain.name.az }) }))
  await screen.findByRole('heading', { name: t('cart.empty.title') })
  await user.click(await screen.findByRole('button', { name: t('common.undo') }))
  await expectTotal(unitPrice * 3)
})

it("the account's cart goes up and down by one", async () => {
  signIn()
  state.cart = [{ productId: plain.id, count: 2 }]
  open()
  const name = plain.name.az
  await user.click(await screen.findByRole('button', { name: t('cart.moreOf', { name }) }))
  await expectTotal(unitPrice * 3)
  await waitFor(() => expect(state.cart).toMatchObject([{ productId: plain.id, count: 3 }]))
  await user.click(screen.getByRole('button', { name: t('cart.lessOf', { name }) }))
  await expectTotal(unitPrice * 2)
  await waitFor(() => expect(state.cart).toMatchObject([{ productId: plain.id, count: 2 }]))
})

describe('emptying the cart of an account', () => {
  const otherProduct = products.find(({ id, stock, sizes }) => id !== plain.id && stock > 5 && !sizes?.length)
  if (!otherProduct) throw new Error('the mock has no second product')
  const otherUnitPrice = otherProduct.discounted ?? otherProduct.price
  const clear = async () => user.click(await screen.findByRole('button', { name: t('cart.clear') }))
  const undo = async () => user.click((await screen.findAllByRole('button', { name: t('common.undo') })).at(-1)!)
  const findEmptyHeading = () => screen.findByRole('heading', { level: 1, name: t('cart.empty.title') })

  beforeEach(() => {
    signIn()
    state.cart = [
      { productId: plain.id, count: 3 },
      { productId: otherProduct.id, count: 2 },
    ]
  })

  it('removes all lines at once, and moves the focus to the heading', async () => {
    open()
    await clear()
    const heading = await findEmptyHeading()
    await waitFor(() => expect(state.cart).toEqual([]))
    await waitFor(() => expect(heading).toHaveFocus())
    await screen.findByText(t('cart.cleared'))
  })

  it('can be undone: every line returns in its order with its count', async () => {
    open()
    await clear()
    await findEmptyHeading()
    await undo()
    await expectTotal(unitPrice * 3 + otherUnitPrice * 2)
    await waitFor(() =>
      expect(state.cart).toEqual([
        { productId: plain.id, count: 3 },
        { productId: otherProduct.id, count: 2 },
      ]),
    )
  })

  it('restores what is left in stock, and counts the lines that are no longer for sale', async () => {
    state.cart = [
      { productId: plain.id, count: plain.stock + 1 },
      { productId: otherProduct.id, count: 1 },
    ]
    open()
    await clear()
    await waitFor(() => expect(state.cart).toEqual([]))
    server.use(
      http.post(`${BASE}/cart/update`, async ({ request }) => {
        const { productId } = (await request.clone().json()) as { productId: number }
        return productId === otherProduct.id ? problem(404, 'product_not_found', 'Məhsul tapılmadı') : undefined
      }),
    )
    await undo()
    await screen.findByText(t('cart.notRestored', { count: 1 }))
    expect(state.cart).toEqual([{ productId: plain.id, count: plain.stock }])
    await expectTotal(unitPrice * plain.stock)
  })

  it('offers "undo" again when it could not be sent', async () => {
    open()
    await clear()
    await waitFor(() => expect(state.cart).toEqual([]))
    server.use(
      http.post(`${BASE}/cart/update`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin'), { once: true }),
    )
    await undo()
    await screen.findByText('Bir az sonra yenidən cəhd edin')
    await findEmptyHeading()
    await undo()
    await expectTotal(unitPrice * 3 + otherUnitPrice * 2)
  })

  it('keeps the cart when it was refused', async () => {
    server.use(http.post(`${BASE}/cart/clear`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin')))
    open()
    await clear()
    await screen.findByText('Bir az sonra yenidən cəhd edin')
    await expectTotal(unitPrice * 3 + otherUnitPrice * 2)
  })
})

describe("a guest's cart", () => {
  const withSizes = products.find(({ stock, sizes }) => stock > 5 && (sizes?.length ?? 0) > 1)
  if (!withSizes) throw new Error('the mock has no product with sizes')
  const plainCard = card(plain, 'az', new Set())
  const sizedCard = card(withSizes, 'az', new Set())
  const [small, large] = sizes(withSizes, 'az')
  const lines = (name: string) => screen.queryAllByRole('group', { name: t('cart.countOf', { name }) })

  it('is empty at first, and links to the shop', async () => {
    open()
    await screen.findByRole('heading', { level: 1, name: t('cart.empty.title') })
    expect(screen.getByRole('link', { name: t('common.toShop') })).toHaveAttribute('href', paths.home())
  })

  it('shows names in the language of the page, whatever the language when they were added', async () => {
    const russian = card(plain, 'ru', new Set())
    expect(russian.name).not.toBe(plainCard.name)
    basket.add(russian, null)
    open()
    await waitFor(() => expect(lines(plainCard.name)).toHaveLength(1))
    expect(lines(russian.name)).toHaveLength(0)
  })

  it('counts a line up and down by one, and replaces "less" by "remove" at one', async () => {
    const name = plainCard.name
    basket.add(plainCard, null)
    open()
    await expectTotal(unitPrice)
    await user.click(screen.getByRole('button', { name: t('cart.moreOf', { name }) }))
    await expectTotal(unitPrice * 2)
    await user.click(screen.getByRole('button', { name: t('cart.lessOf', { name }) }))
    await expectTotal(unitPrice)
    expect(screen.queryByRole('button', { name: t('cart.lessOf', { name }) })).toBeNull()
    await user.click(screen.getByRole('button', { name: t('cart.removeLineOf', { name }) }))
    await screen.findByRole('heading', { level: 1, name: t('cart.empty.title') })
  })

  it('has a line for each size; removing the product removes all of them, and "undo" restores them', async () => {
    basket.add(sizedCard, small ?? null)
    basket.add(sizedCard, large ?? null)
    basket.add(plainCard, null)
    open()
    const { name } = sizedCard
    await waitFor(() => expect(lines(name)).toHaveLength(2))
    await user.click(screen.getAllByRole('button', { name: t('cart.removeOf', { name }) })[0]!)
    expect([lines(name).length, lines(plainCard.name).length]).toEqual([0, 1])
    const messages = within(screen.getByRole('region', { name: 'messages' }))
    await messages.findByText(t('cart.removed'))
    await user.click(messages.getByRole('button', { name: t('common.undo') }))
    expect(lines(name)).toHaveLength(2)
    await expectTotal((small?.price ?? 0) + (large?.price ?? 0) + unitPrice)
  })

  it('is emptied at once, and "undo" restores every line', async () => {
    basket.add(sizedCard, small ?? null)
    basket.add(plainCard, null)
    open()
    const before = basket.lines()
    await user.click(await screen.findByRole('button', { name: t('cart.clear') }))
    const heading = await screen.findByRole('heading', { level: 1, name: t('cart.empty.title') })
    expect(basket.lines()).toEqual([])
    await waitFor(() => expect(heading).toHaveFocus())
    await user.click(screen.getByRole('button', { name: t('common.undo') }))
    expect(basket.lines()).toEqual(before)
    await expectTotal((small?.price ?? 0) + unitPrice)
  })
})
