import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openAt } from '~mock/in-shop'
import { useLayer } from './use-layer'

function Page() {
  const layer = useLayer('zoom')
  return layer.isOpen ? <button onClick={layer.close}>close</button> : <button onClick={layer.open}>open</button>
}

const page = () => openAt('/mehsullar/gul?size=7', { path: '/mehsullar/:slug', Component: Page })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('“back” closes the layer and stays on the page', async () => {
  const { router, address } = page()
  await press('open')
  await screen.findByRole('button', { name: 'close' })
  await router.navigate(-1)
  await screen.findByRole('button', { name: 'open' })
  expect(address()).toBe('/mehsullar/gul?size=7')
})

it('the button of the layer closes it, too, and leaves no history entry', async () => {
  const { router } = page()
  await press('open')
  await press('close')
  await screen.findByRole('button', { name: 'open' })
  await waitFor(() => expect(router.state.location.state).toBeNull())
})
