import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CODE } from '~mock/handlers/auth'
import { openAt, t } from '~mock/in-shop'
import { givePasskeys, takePasskeys } from '~mock/passkeys'
import { profile } from '~mock/profile-state'
import { signIn } from '~mock/sign-in'
import { codeField, NEXT, open as openSignIn, requestCode, resetBeforeEach } from '~mock/sign-in-steps'
import { connectSession } from '~shared/api/recovery'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { PasskeyOffer } from './offer'
import { passkeyOffer, usePasskeyOffer } from './offer-store'

const user = userEvent.setup({ delay: null })
const offer = () => screen.queryByRole('region', { name: t('deferred.passkey.title') })
const findOffer = () => screen.findByRole('region', { name: t('deferred.passkey.title') })
const open = (path: string) => openAt(path, { path, Component: PasskeyOffer })
/** Long enough to read the account's passkeys. */
const waitBriefly = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

resetBeforeEach()
givePasskeys()
beforeEach(() => {
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
  usePasskeyOffer.setState({ state: 'none' })
  profile.passkeys = []
})

async function signInWithCode() {
  const page = openSignIn()
  await requestCode('050 123 45 67')
  await user.type(await codeField(), CODE)
  await screen.findByText(`at ${NEXT}`)
  page.unmount()
}

describe('the offer of a passkey', () => {
  it('follows a sign-in with a code, and leads to the security page', async () => {
    await signInWithCode()
    open(paths.home())
    await findOffer()
    const link = screen.getByRole('link', { name: t('deferred.passkey.add') })
    expect(link).toHaveAttribute('href', paths.security())
    await user.click(link)
    expect(usePasskeyOffer.getState().state).toBe('over')
  })

  it('is made once: a dismissed one does not return at the next sign-in', async () => {
    await signInWithCode()
    const page = open(paths.home())
    await findOffer()
    await user.click(screen.getByRole('button', { name: t('deferred.passkey.dismiss') }))
    expect(offer()).toBeNull()
    page.unmount()
    auth.cleared()
    await signInWithCode()
    open(paths.home())
    await waitBriefly()
    expect(offer()).toBeNull()
  })

  it.each([paths.cart(), paths.cartConfirm(), paths.checkout(), paths.signIn(), paths.security()])('is not shown on %s', async (path) => {
    signIn()
    profile.passkeys = []
    passkeyOffer.begin()
    open(path)
    await waitBriefly()
    expect(offer()).toBeNull()
    expect(usePasskeyOffer.getState().state, 'it is still due elsewhere').toBe('due')
  })

  it('is not made to an account that has one', async () => {
    signIn()
    profile.passkeys = [{ id: 1, name: 'iPhone', createdAt: '2026-11-01T09:00:00Z' }]
    passkeyOffer.begin()
    open(paths.home())
    await waitFor(() => expect(usePasskeyOffer.getState().state).toBe('over'))
    expect(offer()).toBeNull()
  })

  it('is not made in a browser without passkeys', async () => {
    takePasskeys()
    await signInWithCode()
    expect(usePasskeyOffer.getState().state).toBe('none')
  })

  it('is not shown to guests', async () => {
    passkeyOffer.begin()
    open(paths.home())
    await waitBriefly()
    expect(offer()).toBeNull()
  })
})
