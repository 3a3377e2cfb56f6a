import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '~/features/auth/store'
import { precheckout, usePrecheckout } from '~/features/checkout/store'
import { money } from '~/i18n/format'
import { paths } from '~/lib/paths'
import { Component as CartPage } from '~/routes/cart'
import { Toaster } from '~/ui/toaster'
import { useToasts } from '~/ui/toast-store'
import { card, products, sizes } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'
import { signsIn } from '~mock/signed-in'
import { state } from '~mock/state'
import { basket } from './store'

// jsdom sees nothing, and so nothing comes near.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

const user = userEvent.setup({ delay: null })
const plain = products.find(({ stock, sizes, price }) => stock > 5 && !sizes?.length && price > 3000)
if (!plain) throw new Error('the mock has no plain product')
const cost = plain.discounted ?? plain.price

const Page = () => (
  <>
    <CartPage />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(paths.cart(), { path: '/sebet', Component: Page })
const summary = () => screen.findByRole('complementary', { name: t('cart.summary') })
const promo = () => screen.findByLabelText(t('cart.promo.label'))
const hasTotal = (sum: number) =>
  waitFor(async () => expect([...(await summary()).querySelectorAll('dd')].at(-1)?.textContent).toBe(money(sum)))
const isSaid = (words: string) => waitFor(async () => expect(await promo()).toHaveAccessibleDescription(words))

beforeEach(() => {
  auth.cleared()
  precheckout.forget()
  basket.clear()
  useToasts.setState({ toasts: [] })
})

it('a promo code is tried out in the cart, and taken along to the checkout', async () => {
  signsIn()
  state.cart = [{ productId: plain.id, count: 2 }]
  open()
  await user.type(await promo(), 'abc{Enter}')
  await isSaid(t('cart.promo.tooShort'))
  await user.clear(await promo())
  await user.type(await promo(), 'minimum1{Enter}')
  await isSaid(t('cart.promo.notFound'))
  await user.clear(await promo())
  await user.type(await promo(), 'sovqat10{Enter}')
  await hasTotal(cost * 2 - Math.round((cost * 2) / 10))
  expect(usePrecheckout.getState().promoCode).toBe('sovqat10')

  const away = screen.getByRole('button', { name: t('cart.promo.remove') })
  expect(away).toHaveFocus()
  await user.click(away)
  await hasTotal(cost * 2)
  expect(await promo()).toHaveFocus()
  await user.click(screen.getByRole('link', { name: t('cart.checkout') }))
  await screen.findByText(`at ${paths.checkout()}`)
})

it('says how much is missing to a code’s minimum', async () => {
  signsIn()
  state.cart = [{ productId: plain.id, count: 1 }]
  precheckout.set({ promoCode: 'minimum' })
  open()
  await isSaid(t('cart.promo.reason.below_minimum', { price: money(100_000 - cost) }))
})

it('what a guest enters waits for them to sign in', async () => {
  basket.add(card(plain, 'az', new Set()), null)
  open()
  await user.type(await promo(), 'sovqat10{Enter}')
  await screen.findByText(t('cart.promo.later'))
  await hasTotal(cost)
  expect(usePrecheckout.getState().promoCode).toBe('sovqat10')
})

it('calls out what cannot be ordered as it is', async () => {
  signsIn()
  state.cart = [{ productId: plain.id, count: plain.stock + 1 }]
  open()
  expect(await screen.findByText(t('cart.notice.stuck', { count: 1 }))).toBeInTheDocument()
  expect(screen.getByText(t('cart.problem.not_enough_stock', { count: plain.stock }))).toBeInTheDocument()
})

it('what was removed comes back by “undo”, as many as there were', async () => {
  signsIn()
  state.cart = [{ productId: plain.id, count: 3 }]
  open()
  await user.click(await screen.findByRole('button', { name: t('cart.removeOf', { name: plain.name.az }) }))
  await screen.findByRole('heading', { name: t('cart.empty.title') })
  await user.click(await screen.findByRole('button', { name: t('common.undo') }))
  await hasTotal(cost * 3)
})

it("the account's cart goes up and down by one", async () => {
  signsIn()
  state.cart = [{ productId: plain.id, count: 2 }]
  open()
  const name = plain.name.az
  await user.click(await screen.findByRole('button', { name: t('cart.moreOf', { name }) }))
  await hasTotal(cost * 3)
  await waitFor(() => expect(state.cart).toMatchObject([{ productId: plain.id, count: 3 }]))
  await user.click(screen.getByRole('button', { name: t('cart.lessOf', { name }) }))
  await hasTotal(cost * 2)
  await waitFor(() => expect(state.cart).toMatchObject([{ productId: plain.id, count: 2 }]))
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

  it('counts a line up and down by one, and replaces "less" by "remove" at one', async () => {
    const name = plainCard.name
    basket.add(plainCard, null)
    open()
    await hasTotal(cost)
    await user.click(screen.getByRole('button', { name: t('cart.moreOf', { name }) }))
    await hasTotal(cost * 2)
    await user.click(screen.getByRole('button', { name: t('cart.lessOf', { name }) }))
    await hasTotal(cost)
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
    await hasTotal((small?.price ?? 0) + (large?.price ?? 0) + cost)
  })
})
