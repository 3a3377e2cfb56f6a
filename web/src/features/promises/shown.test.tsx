// Texts about delivery and returns must match the server's rules.

import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Schemas } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import OnHome from '~/features/home/promises'
import { Promises as OfProduct } from '~/routes/product'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Component as CartPage } from '~/routes/cart'
import { product as productPageOf, products } from '~mock/catalogue'
import { BAKU, earliestDelivery } from '~mock/delivery'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { PROMISES } from '~mock/promises'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { ReturnPromise } from './return-promise'

// jsdom has no layout, so nothing comes near the viewport.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

const RETURN_DAYS = 21
/** A category without products. */
const FOREIGN_CATEGORY = -1
const [mockProduct] = products
const plain = products.find(({ stock, sizes, price }) => stock > 5 && !sizes?.length && price > 3000)
if (!mockProduct || !plain) throw new Error('the mock has no product')
const product = productPageOf(mockProduct, 'az', new Set())

const setPromises = (change: Partial<Schemas['ShopPromises']>) =>
  server.use(http.get(`${BASE}/promises`, () => ok({ ...PROMISES, ...change })))
const exception = (reason: 'food' | 'perishable', categoryIds: number[]) => ({ title: 'Sınaq', reason, categoryIds })
/** Replaces non-breaking spaces, as Testing Library does with the text of the page. */
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
const show = (Component: () => ReactNode) => openAt('/', { path: '/', Component })

beforeEach(() => auth.cleared())

describe('promises match the rules', () => {
  it('on the home page', async () => {
    setPromises({ freeFromLowest: 7700, freeFromEverywhere: 7700, returnDays: RETURN_DAYS, returnExceptions: [exception('food', [1])] })
    show(OnHome)
    expect(await screen.findByText(withPlainSpaces(t('promises.free.everywhere', { price: money(7700) })))).toBeVisible()
    const text = t('promises.refundWithin', { count: RETURN_DAYS, n: RETURN_DAYS })
    expect(screen.getByText(t('promises.refundExcept', { text, names: 'Sınaq' }))).toBeVisible()
  })

  it('for a returnable product', async () => {
    setPromises({ returnExceptions: [exception('food', [FOREIGN_CATEGORY])], returnDays: RETURN_DAYS })
    show(() => <OfProduct product={product} />)
    expect(await screen.findByText(t('promises.refundWithin', { count: RETURN_DAYS, n: RETURN_DAYS }))).toBeVisible()
    expect(screen.queryByText(t('promises.notReturnable.food'))).toBeNull()
  })

  it('for a product that cannot be returned', async () => {
    setPromises({ returnExceptions: [exception('food', product.categoryIds)] })
    show(() => <OfProduct product={product} />)
    expect(await screen.findByText(t('promises.notReturnable.food'))).toBeVisible()
    expect(screen.queryByText(t('promises.refund'))).toBeNull()
  })

  it('in the cart, with the place of the threshold', async () => {
    const freeFromHere = 990_000
    setPromises({ freeFromEverywhere: freeFromHere + 9_900 })
    server.use(http.get(`${BASE}/delivery/earliest`, () => ok({ ...earliestDelivery(BAKU), freeFrom: freeFromHere })))
    signIn()
    state.cart = [{ productId: plain.id, count: 1 }]
    openAt(paths.cart(), { path: '/sebet', Component: CartPage })
    const summary = within(await screen.findByRole('complementary', { name: t('cart.summary') }))
    const missingAmount = money(freeFromHere - (plain.discounted ?? plain.price))
    expect(
      await summary.findByText(withPlainSpaces(t('cart.freeDelivery.leftIn', { place: 'Bakı', price: missingAmount })), { exact: false }),
    ).toBeVisible()
    expect(summary.getByText(t('cart.freeDelivery.elsewhere'))).toBeVisible()
  })

  it('in the checkout', async () => {
    setPromises({ returnDays: RETURN_DAYS, returnExceptions: [] })
    show(() => <ReturnPromise className="" />)
    expect(await screen.findByText(t('promises.refundWithin', { count: RETURN_DAYS, n: RETURN_DAYS }), { exact: false })).toBeVisible()
  })
})

it('unknown promises are not shown', async () => {
  server.use(http.get(`${BASE}/promises`, () => problem(503, 'service_unavailable', 'Bir azdan yenidən yoxlayın.')))
  show(OnHome)
  expect(await screen.findByText(t('promises.deliveryTo'))).toBeVisible()
  expect(screen.queryByText(t('promises.refund'))).toBeNull()
})
