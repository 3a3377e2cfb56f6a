import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { openAt, t } from '~mock/in-shop'
import { signIn } from '~mock/sign-in'
import { Component as Invitation } from '~/routes/invitation'
import { auth, useAuth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'

const VALID_TOKEN = 'A'.repeat(43)
const UNKNOWN_TOKEN = 'B'.repeat(43)

const open = (token: string) => openAt(paths.invitation(token), { path: '/devet/:token', Component: Invitation })
const accept = async () => userEvent.click(await screen.findByRole('button', { name: t('adminSite.staff.accept') }))

afterEach(() => auth.cleared())

it('an accepted invitation leads to the back office, which asks for a password and a second factor', async () => {
  signIn()
  open(VALID_TOKEN)
  await accept()
  expect(await screen.findByRole('status')).toHaveTextContent(t('adminSite.staff.accepted'))
  expect(screen.getByRole('link', { name: t('account.admin') })).toHaveAttribute('href', paths.admin())
  expect(screen.getByRole('link', { name: t('adminSite.staff.toPassword') })).toHaveAttribute('href', paths.security())
  expect(useAuth.getState().user?.roles).toEqual(['support'])
})

it('a wrong link says so and changes nothing', async () => {
  signIn()
  open(UNKNOWN_TOKEN)
  await accept()
  expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.invitation_not_found.title'))
  expect(useAuth.getState().user?.roles).toEqual([])
})

it('a guest signs in first and returns', async () => {
  const { address } = open(VALID_TOKEN)
  await screen.findByText(/^at /)
  expect(address()).toBe(paths.signIn(paths.invitation(VALID_TOKEN)))
})
