import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { basket } from '~/features/basket/store'
import { money } from '~shared/i18n/format'
import { paths } from '~shared/lib/paths'
import { Component as ProductPage } from '~/routes/product'
import { product, products } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'

const flower = products.find(({ category, sizes, stock }) => category === 'qizilgul-buketleri' && !sizes && stock > 5)
if (!flower) throw new Error('the mock has no bouquet without sizes')
const { name, addOns, price, discountedPrice } = product(flower, 'az', new Set())
const [first, second] = addOns
if (!first || !second) throw new Error('the bouquet has fewer than two add-ons')
const priceOf = (card: { price: number; discountedPrice?: number }) => card.discountedPrice ?? card.price

// jsdom has no IntersectionObserver, which the similar products need.
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe() {}
    disconnect() {}
  },
)

beforeEach(() => {
  auth.cleared()
  basket.clear()
})

const open = () => openAt(paths.product(flower.slug), { path: '/mehsullar/:slug', Component: ProductPage })

describe('add-ons', () => {
  it('are added to the cart with the product, once, and only chosen ones', async () => {
    const user = userEvent.setup()
    open()
    const group = within(await screen.findByRole('group', { name: t('deferred.product.addOns') }))
    const checkboxOf = ({ name }: { name: string }) => group.getByRole('checkbox', { name: new RegExp(name.slice(0, 8)) })
    await user.click(checkboxOf(first))
    const total = money(priceOf({ price, ...(discountedPrice !== undefined && { discountedPrice }) }) + priceOf(first))
    expect(screen.getByRole('group', { name: t('deferred.product.addOns') })).toHaveTextContent(
      t('deferred.product.together', { price: total }).replaceAll('\u00a0', ' '),
    )
    const [buy] = screen.getAllByRole('button', { name: t('product.add') })
    if (!buy) throw new Error('the page has no button that adds the product to the cart')
    await user.click(buy)
    expect(basket.lines().map((line) => [line.product.name, line.count])).toEqual([
      [first.name, 1],
      [name, 1],
    ])
    expect(checkboxOf(first), 'the next press adds the product alone').not.toBeChecked()
    expect(checkboxOf(second)).not.toBeChecked()
  })
})
