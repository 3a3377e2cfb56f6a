import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { loginModal, useLoginModal } from '~/features/favourites/favourites'
import { paths } from '~shared/lib/paths'
import { openAt, t } from '~mock/in-shop'
import { LoginModal } from './root-layout'

const PAGE = '/mehsullar/gul?size=7'

const open = (path = PAGE) => {
  const shop = openAt(path, { path: '*', Component: LoginModal })
  loginModal.open()
  return shop
}

afterEach(loginModal.close)

it.each([
  ['picture', t('deferred.login.page')],
  ['button', t('common.nav.signIn')],
])("the modal's %s leads to the sign-in page and back, and the modal closes", async (_what, name) => {
  const { address } = open()
  await userEvent.click(await screen.findByRole('link', { name }))
  await waitFor(() => expect(address()).toBe(paths.signIn(PAGE)))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(useLoginModal.getState().isOpen).toBe(false)
})

it('the modal closes by its button and stays on the page', async () => {
  const { address } = open()
  await userEvent.click(await screen.findByRole('button', { name: t('common.close') }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe(PAGE)
})
