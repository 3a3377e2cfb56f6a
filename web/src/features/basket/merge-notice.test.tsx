import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Schemas } from '~shared/api/types'
import { paths } from '~shared/lib/paths'
import { Component as CartConfirm } from '~/routes/cart-confirm'
import { card, products } from '~mock/catalogue'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { mergeGuestBasket } from './use-merge'
import { basket, useBasket } from './store'

const plain = products.find(({ sizes, stock }) => !sizes?.length && stock > 5)
if (!plain) throw new Error('the mock has no plain product')

const open = () => openAt(paths.cartConfirm(), { path: '*', Component: CartConfirm })
const fill = (count: number) => {
  for (let unit = 0; unit < count; unit += 1) basket.add(card(plain, 'az', new Set()), null)
}

beforeEach(() => {
  signIn()
  useBasket.setState({ lines: [], moving: null, changed: [] })
})

it('greets when all lines have arrived', async () => {
  fill(2)
  await mergeGuestBasket('az')
  open()
  await screen.findByText(t('cart.confirm.text'))
  expect(screen.queryByRole('heading', { name: t('cart.merge.title') })).toBeNull()
})

it.each<[Pick<Schemas['MergedLine'], 'added' | 'outcome' | 'reason'>, string]>([
  [{ outcome: 'shortened', reason: 'not_enough_stock', added: 2 }, t('cart.merge.reason.not_enough_stock', { count: 2 })],
  [{ outcome: 'shortened', reason: 'not_enough_stock', added: 0 }, t('cart.merge.reason.all_taken')],
  [{ outcome: 'shortened', reason: 'count_limit', added: 1 }, t('cart.merge.reason.count_limit')],
  [{ outcome: 'replaced', reason: 'size_not_found', added: 3 }, t('cart.merge.reason.size_not_found')],
  [{ outcome: 'gone', reason: 'out_of_stock', added: 0 }, t('cart.merge.reason.out_of_stock')],
  [{ outcome: 'gone', reason: 'cart_full', added: 0 }, t('cart.merge.reason.cart_full')],
  [{ outcome: 'gone', reason: 'product_not_found', added: 0 }, t('cart.merge.reason.product_not_found')],
])('says why a line did not arrive as it was: %j', async (merged, text) => {
  fill(3)
  const [line] = basket.lines()
  const mergedLine: Schemas['MergedLine'] = { productId: plain.id, count: 3, ...merged }
  useBasket.setState({ lines: [], changed: [{ line: line!, merged: mergedLine }] })
  open()
  await screen.findByText(text)
  expect(screen.queryByText(t('cart.confirm.text'))).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: t('cart.merge.read') }))
  expect(screen.queryByText(text)).toBeNull()
})

it('says that a basket waits, and moves it on request', async () => {
  fill(2)
  server.use(http.post(`${BASE}/cart/merge`, () => problem(503, 'service_unavailable', 'Bir azdan'), { once: true }))
  await mergeGuestBasket('az').catch(() => {})
  open()
  await screen.findByRole('heading', { name: t('cart.merge.waiting', { count: 2 }) })
  await userEvent.click(screen.getByRole('button', { name: t('cart.merge.again') }))
  await waitFor(() => expect(state.cart).toEqual([{ productId: plain.id, count: 2 }]))
  await screen.findByText(t('cart.confirm.text'))
})
