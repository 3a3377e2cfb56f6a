// Tests of signing in with a passkey: by the button, and by the suggestions of a field.

import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { BASE, problem } from '~mock/handlers/responses'
import { PASSWORD } from '~mock/handlers/account'
import { t } from '~mock/in-shop'
import { closed, chooseSuggested, givePasskeys, passkeys, takePasskeys, waitForChoice } from '~mock/passkeys'
import { server } from '~mock/server'
import { field, follow, heading, NEXT, open, press, recordCalls, requestCode, resetBeforeEach, type, user } from '~mock/sign-in-steps'
import { useAuth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import errors from '../../../locales/az/errors.json'
import { usePasskeyOffer } from './offer-store'

resetBeforeEach()
givePasskeys()

const button = () => screen.queryByRole('button', { name: t('signIn.passkey.submit') })
const refuseWith = (code: 'passkey_refused' | 'account_blocked') =>
  server.use(http.post(`${BASE}/auth/passkey`, () => problem(401, code, errors[code].detail), { once: true }))

describe('the button', () => {
  it.each([
    ['phone', paths.signIn(NEXT)],
    ['password', paths.signIn(NEXT, 'password')],
  ])('of the %s step signs in and returns to the page before', async (_step, path) => {
    const sent = recordCalls('post', '/auth/passkey')
    open(path)
    await press(t('signIn.passkey.submit'))
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
    expect(useAuth.getState().isAuthenticated).toBe(true)
    expect(sent).toEqual([
      {
        challengeToken: 'challenge-1',
        // `Bw` is the user id 7 in Base64.
        passkey: expect.stringContaining('"userHandle":"Bw"'),
        device: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(usePasskeyOffer.getState().state, 'an account with a passkey gets no offer').toBe('over')
  })

  it('is missing in a browser without passkeys, and its fields are plain', () => {
    takePasskeys()
    open()
    expect(button()).toBeNull()
    expect(field(t('signIn.phone.number'))).toHaveAttribute('autocomplete', 'tel')
  })

  it('says that nothing was chosen, and keeps the number', async () => {
    passkeys.get.mockRejectedValue(closed())
    open()
    await type(t('signIn.phone.number'), '0501234567')
    await press(t('signIn.passkey.submit'))
    expect(await screen.findByText(t('signIn.passkey.cancelled'))).toBeInTheDocument()
    expect(field(t('signIn.phone.number'))).toHaveValue('050 123 45 67')
    passkeys.get.mockImplementation(waitForChoice)
    await press(t('signIn.phone.submit'))
    await heading(t('signIn.code.title'))
  })

  it('says that the browser failed', async () => {
    passkeys.get.mockRejectedValue(new DOMException('', 'SecurityError'))
    open()
    await press(t('signIn.passkey.submit'))
    expect(await screen.findByText(t('signIn.passkey.failed'))).toBeInTheDocument()
  })

  it("shows the server's refusal, and the typed password stays", async () => {
    refuseWith('passkey_refused')
    open(paths.signIn(NEXT, 'password'))
    await user.type(screen.getByLabelText(t('signIn.password.password')), PASSWORD)
    await press(t('signIn.passkey.submit'))
    expect(await screen.findByText(errors.passkey_refused.detail)).toBeInTheDocument()
    expect(screen.getByLabelText(t('signIn.password.password'))).toHaveValue(PASSWORD)
    expect(useAuth.getState().isAuthenticated).toBe(false)
  })

  it('of a blocked account leads to support', async () => {
    refuseWith('account_blocked')
    open()
    await press(t('signIn.passkey.submit'))
    expect(await screen.findByText(errors.account_blocked.detail)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: t('signIn.toSupport') })).toHaveAttribute('href', paths.contact())
  })
})

describe('the suggestions', () => {
  const suggestions = () => passkeys.get.mock.calls.filter(([options]) => options.mediation === 'conditional')

  it('belong to the first field of each step', async () => {
    open()
    expect(field(t('signIn.phone.number'))).toHaveAttribute('autocomplete', 'tel webauthn')
    await waitFor(() => expect(suggestions()).toHaveLength(1))
    await follow(t('signIn.phone.toPassword'))
    expect(field(t('signIn.password.login'))).toHaveAttribute('autocomplete', 'username webauthn')
    await waitFor(() => expect(suggestions()).toHaveLength(2))
    expect(suggestions()[0]?.[0].signal?.aborted, 'the step before has ended its request').toBe(true)
  })

  it('sign in when a passkey is chosen', async () => {
    chooseSuggested()
    open()
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('begin again after a refusal, which is shown', async () => {
    refuseWith('passkey_refused')
    let choices = 0
    const { get } = passkeys
    const credential = await get({})
    get.mockClear()
    get.mockImplementation((options) => ((choices += 1) === 1 ? Promise.resolve(credential) : waitForChoice(options)))
    open()
    expect(await screen.findByText(errors.passkey_refused.detail)).toBeInTheDocument()
    await waitFor(() => expect(suggestions()).toHaveLength(2))
  })

  it('end when the button is pressed, and begin again when its dialog is closed', async () => {
    passkeys.get.mockImplementation((options) => (options.mediation ? waitForChoice(options) : Promise.reject(closed())))
    open()
    await waitFor(() => expect(suggestions()).toHaveLength(1))
    await press(t('signIn.passkey.submit'))
    await waitFor(() => expect(suggestions()).toHaveLength(2))
    expect(suggestions()[0]?.[0].signal?.aborted).toBe(true)
  })

  it('are not begun without a connection, which no message reports', async () => {
    server.use(http.post(`${BASE}/auth/passkey/challenge`, () => problem(503, 'service_unavailable', 'x')))
    open()
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(suggestions()).toEqual([])
    expect(screen.queryByText('x')).toBeNull()
  })
})

it('a blocked account learns it from the code, too, with a link to support', async () => {
  server.use(http.post(`${BASE}/auth/otp/verify`, () => problem(403, 'account_blocked', errors.account_blocked.detail)))
  open()
  await requestCode('0501234567')
  await user.keyboard('1234')
  expect(await screen.findByText(errors.account_blocked.detail)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: t('signIn.toSupport') })).toHaveAttribute('href', paths.contact())
})

it('a blocked account learns it from the password form', async () => {
  server.use(http.post(`${BASE}/auth/signin`, () => problem(403, 'account_blocked', errors.account_blocked.detail)))
  open(paths.signIn(NEXT, 'password'))
  await type(t('signIn.password.login'), '0501234567')
  await user.type(screen.getByLabelText(t('signIn.password.password')), `${PASSWORD}{Enter}`)
  expect(await screen.findByRole('alert')).toHaveTextContent(errors.account_blocked.detail)
  expect(screen.getByRole('link', { name: t('signIn.toSupport') })).toHaveAttribute('href', paths.contact())
})
