// Tests of a number whose account was not used for half a year. The number may have a new owner.

import { screen } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { CODE, UNUSED_NUMBER } from '~mock/handlers/auth'
import { PASSWORD } from '~mock/handlers/account'
import { BASE, ok } from '~mock/handlers/responses'
import { t } from '~mock/in-shop'
import { givePasskeys } from '~mock/passkeys'
import { server } from '~mock/server'
import {
  codeField,
  field,
  fillInDetails,
  follow,
  heading,
  NEXT,
  open,
  press,
  recordCalls,
  requestCode,
  resetBeforeEach,
  simulateReload,
  user,
} from '~mock/sign-in-steps'
import type { UnusedAccount } from '~shared/api/types'
import { useAuth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { useRegistration } from './registration-store'

resetBeforeEach()
givePasskeys()

/** `account` replaces the mock's response. */
async function proveUnusedNumber(account?: UnusedAccount) {
  if (account) server.use(http.post(`${BASE}/auth/otp/verify`, () => ok({ verificationToken: 'verified-1', unusedAccount: account })))
  const shop = open()
  await requestCode('050 999 99 99')
  await user.type(await codeField(), CODE)
  await heading(t('signIn.unused.title'))
  return shop
}

describe('an account unused for half a year', () => {
  it('is not signed in by the code, and every way in is offered', async () => {
    const shop = await proveUnusedNumber()
    expect(shop.address()).toBe(paths.signIn(NEXT, 'unused'))
    expect(useAuth.getState().isAuthenticated).toBe(false)
    expect(screen.getByText(/\+994 50 999 99 99/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: t('signIn.phone.toPassword') })).toHaveAttribute('href', paths.signIn(NEXT, 'password'))
    expect(screen.getByRole('link', { name: t('signIn.unused.reset') })).toHaveAttribute('href', paths.signIn(NEXT, 'forgot'))
    expect(screen.getByRole('button', { name: t('signIn.passkey.submit') })).toBeInTheDocument()
    expect(screen.queryByText(t('signIn.unused.noWay'))).toBeNull()
  })

  it('is signed in with its password, and the number is typed already', async () => {
    await proveUnusedNumber()
    await follow(t('signIn.phone.toPassword'))
    expect(field(t('signIn.password.login'))).toHaveValue('+994 50 999 99 99')
    await user.type(screen.getByLabelText(t('signIn.password.password')), `${PASSWORD}{Enter}`)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('is signed in with its passkey', async () => {
    await proveUnusedNumber()
    await press(t('signIn.passkey.submit'))
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('offers only the ways that it has, and support when there is none', async () => {
    await proveUnusedNumber({ hasPassword: false, hasVerifiedEmail: false, hasPasskey: false })
    expect(screen.getByText(new RegExp(t('signIn.unused.noWay')))).toBeInTheDocument()
    expect(screen.getByRole('link', { name: t('signIn.toSupport') })).toHaveAttribute('href', paths.contact())
    expect(screen.queryByRole('link', { name: t('signIn.phone.toPassword') })).toBeNull()
    expect(screen.queryByRole('link', { name: t('signIn.unused.reset') })).toBeNull()
    expect(screen.queryByRole('button', { name: t('signIn.passkey.submit') })).toBeNull()
  })

  it('is left to its owner when a new owner of the number signs up', async () => {
    await proveUnusedNumber()
    const sent = recordCalls('post', '/auth/signup')
    await press(t('signIn.unused.newOwner'))
    await heading(t('signIn.details.title'))
    await fillInDetails()
    await press(t('signIn.details.submit'))
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
    expect(sent).toMatchObject([{ phoneNumber: UNUSED_NUMBER, verificationToken: 'verified-1' }])
  })

  it('is still asked about after a reload, and the form cannot be reached without a choice', async () => {
    const shop = await proveUnusedNumber()
    shop.unmount()
    await simulateReload(useRegistration)
    const details = open(paths.signIn(NEXT, 'details'))
    await heading(t('signIn.unused.title'))
    expect(details.address()).toBe(paths.signIn(NEXT, 'unused'))
  })

  it('is not asked about without a proven number', async () => {
    const shop = open(paths.signIn(NEXT, 'unused'))
    await heading(t('signIn.phone.title'))
    expect(shop.address()).toBe(paths.signIn(NEXT))
  })
})
