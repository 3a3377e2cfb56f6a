import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { auth } from '~/features/auth/store'
import { precheckout, usePrecheckout } from '~/features/checkout/store'
import { money } from '~/i18n/format'
import { paths } from '~/lib/paths'
import { Component as CartPage } from '~/routes/cart'
import { Toaster } from '~/ui/toaster'
import { useToasts } from '~/ui/toast-store'
import { card, products } from '~mock/catalogue'
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
