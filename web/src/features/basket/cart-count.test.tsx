import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http } from 'msw'
import { expect, it } from 'vitest'
import { CentreBar } from '~/app/layout/centre-bar'
import { card, products } from '~mock/catalogue'
import { BASE } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { useAddToCart } from './use-cart-change'

const plain = products.find(({ stock, sizes }) => stock > 5 && !sizes?.length)
if (!plain) throw new Error('the mock has no plain product')
const product = card(plain, 'az', new Set())

function Page() {
  const add = useAddToCart()
  return (
    <>
      <CentreBar />
      <button type="button" onClick={() => add(product)}>
        buy
      </button>
    </>
  )
}

it('the header counts the cart when a product is added before the counts have loaded', async () => {
  signIn()
  const countBefore = 3
  state.cart = [{ productId: plain.id, count: countBefore }]
  let requestCount = 0
  server.use(
    http.get(
      `${BASE}/cart/counts`,
      async () => {
        requestCount += 1
        await delay('infinite')
      },
      { once: true },
    ),
  )
  openAt('/', { path: '/', Component: Page })
  await waitFor(() => expect(requestCount).toBe(1))
  await userEvent.setup().click(screen.getByRole('button', { name: 'buy' }))
  const cart = `${t('common.nav.cart')}, ${t('common.nav.count', { count: countBefore + 1 })}`
  expect(await screen.findByRole('link', { name: cart })).toBeVisible()
})
