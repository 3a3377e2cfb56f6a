import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { paths } from '~/lib/paths'
import { card, products } from '~mock/catalogue'
import { openAt, t } from '~mock/in-shop'
import { signsIn } from '~mock/signed-in'
import { state } from '~mock/state'
import { RestoreOffer } from './components/restore-offer'
import { basket, useBasket } from './store'

const plain = products.find(({ sizes, stock }) => !sizes?.length && stock > 5)
if (!plain) throw new Error('the mock has no plain product')

/** What was transferred from a guest's basket that held `count` of one product. */
function open(count: number) {
  for (let one = 0; one < count; one += 1) basket.add(card(plain!, 'az', new Set()), null)
  basket.handOver(basket.lines())
  state.cart = [{ productId: plain!.id, count: 1 }]
  openAt(paths.cartConfirm(), { path: '*', Component: () => [<h1 key="title">Səbət</h1>, <RestoreOffer key="offer" />] })
}
const yes = () => screen.queryByRole('button', { name: t('cart.restore.yes') })

beforeEach(() => {
  signsIn()
  useBasket.setState({ lines: [], transferred: [] })
})

it('is not made for single units', async () => {
  open(1)
  await screen.findByRole('heading', { name: 'Səbət' })
  expect(yes()).toBeNull()
})

it('can be declined, is not made again, and leaves the cart as it is', async () => {
  open(2)
  expect(yes()).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: t('cart.restore.no') }))
  expect(yes()).toBeNull()
  expect(useBasket.getState().transferred).toEqual([])
  expect(state.cart).toEqual([{ productId: plain.id, count: 1 }])
})
