// Tests of signing in by password, and of setting a new one by a mailed link.

import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { useAuth, auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { PASSWORD } from '~mock/handlers/account'
import { USER } from '~mock/profile-state'
import { BASE, problem } from '~mock/handlers/responses'
import { RESET_TOKEN } from '~mock/handlers/auth'
import { t } from '~mock/in-shop'
import { server } from '~mock/server'
import { NEXT, user, open, heading, press, follow, field, type, recordCalls, simulateReload, resetBeforeEach } from '~mock/sign-in-steps'
import errors from '../../../locales/az/errors.json'
import { forgotPassword, useForgotPassword } from './registration-store'

resetBeforeEach()

describe('by password', () => {
  it('signs in and returns to the page before', async () => {
    open()
    await follow(t('signIn.phone.toPassword'))
    await type(t('signIn.password.login'), ' 050 123 45 67 ')
    await user.type(screen.getByLabelText(t('signIn.password.password')), `${PASSWORD}{Enter}`)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('empty fields show errors, the summary links to them, and nothing is sent', async () => {
    const sent = recordCalls('post', '/auth/signin')
    open(paths.signIn(NEXT, 'password'))
    await press(t('signIn.password.submit'))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    for (const label of [t('signIn.password.login'), t('signIn.password.password')]) {
      const empty = screen.getByLabelText(label)
      expect(empty).toBeInvalid()
      expect(empty).toHaveAccessibleDescription(errors.fields.required)
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      await user.click(within(summary).getByRole('button', { name: new RegExp(`^${label}`) }))
      expect(empty).toHaveFocus()
    }
    expect(sent).toEqual([])
  })

  it('the password can be shown', async () => {
    open(paths.signIn(NEXT, 'password'))
    const password = screen.getByLabelText(t('signIn.password.password'))
    await user.type(password, 'sirr')
    expect(password).toHaveAttribute('type', 'password')
    expect(password).toHaveAttribute('autocomplete', 'current-password')
    await press(t('forms.showPassword', { name: t('signIn.password.password') }))
    expect(password).toHaveAttribute('type', 'text')
    expect(password).toHaveValue('sirr')
  })

  it.each(['https://example.com/', '//example.com/', String.raw`/\example.com`])('never leads to another site: %s', async (next) => {
    const shop = open(`${paths.signIn(undefined, 'password')}&next=${encodeURIComponent(next)}`)
    await type(t('signIn.password.login'), '050 123 45 67')
    await user.type(screen.getByLabelText(t('signIn.password.password')), `${PASSWORD}{Enter}`)
    await waitFor(() => expect(shop.address()).toBe(paths.home()))
  })

  it('a wrong password is reported in the focused summary', async () => {
    open(paths.signIn(NEXT, 'password'))
    await type(t('signIn.password.login'), 'aysel@example.az')
    await user.type(screen.getByLabelText(t('signIn.password.password')), 'nope{Enter}')
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(alert).toHaveTextContent(errors.invalid_credentials.detail)
    expect(screen.getByLabelText(t('signIn.password.password'))).toHaveValue('nope')
  })

  it('a forgotten password sends a mail, with the same response for any address', async () => {
    const shop = open(paths.signIn(NEXT, 'password'))
    await follow(t('signIn.password.forgot'))
    await type(t('signIn.forgot.email'), 'kim@example.az')
    await press(t('signIn.forgot.submit'))
    await heading(t('signIn.mailed.title'))
    expect(shop.address()).toBe(paths.signIn(NEXT, 'mailed'))
    expect(screen.getByText(t('signIn.mailed.text', { email: 'kim@example.az' }))).toBeInTheDocument()
    expect(useForgotPassword.getState().forgot_email).toBe('kim@example.az')
    expect(screen.queryByRole('button', { name: t('signIn.mailed.again') }), 'not at once').toBeNull()

    shop.unmount()
    await simulateReload(useForgotPassword)
    open(paths.signIn(NEXT, 'mailed'))
    expect(await screen.findByText(t('signIn.mailed.text', { email: 'kim@example.az' })), 'after a reload').toBeInTheDocument()
  })
})

describe('the mailed link', () => {
  const link = (token: string) => `/giris?sifirla=${token}`

  it('sets a new password and ends the session of this device, too', async () => {
    auth.signedIn({ user: USER, accessToken: 'access-1', refreshToken: 'refresh-1', expiresIn: 900 })
    const shop = open(link(RESET_TOKEN))
    await user.type(await screen.findByLabelText(t('forms.password.label')), 'nar ağacı 7')
    await user.type(screen.getByLabelText(t('forms.password.repeat')), 'nar ağacı 7{Enter}')
    await heading(t('signIn.password.title'))
    expect(screen.getByText(t('signIn.password.reset'))).toBeInTheDocument()
    expect(shop.address()).toBe(paths.signIn(undefined, 'password'))
    expect(useAuth.getState().isAuthenticated).toBe(false)
  })

  it('leads to a new one when it is no longer valid, with the address typed before', async () => {
    forgotPassword.mailed('kim@example.az', Date.now())
    const shop = open(link('used'))
    await heading(t('signIn.reset.expiredTitle'))
    await follow(t('signIn.reset.again'))
    await heading(t('signIn.forgot.title'))
    expect(shop.address()).toBe(paths.signIn(undefined, 'forgot'))
    expect(field(t('signIn.forgot.email'))).toHaveValue('kim@example.az')
  })

  it('shows a weak password beside the field, and keeps it', async () => {
    server.use(
      http.post(`${BASE}/auth/password/reset`, () =>
        problem(422, 'validation_failed', 'x', {
          errors: [{ field: 'password', code: 'password_leaked', message: errors.fields.password_leaked }],
        }),
      ),
    )
    open(link(RESET_TOKEN))
    const password = await screen.findByLabelText(t('forms.password.label'))
    const repeated = screen.getByLabelText(t('forms.password.repeat'))
    await user.type(password, 'qısa')
    await user.type(repeated, 'qısa{Enter}')
    await waitFor(() => expect(password).toHaveAccessibleDescription(new RegExp(errors.fields.password_too_short)))
    await user.clear(password)
    await user.clear(repeated)
    await user.type(password, 'password1')
    await user.type(repeated, 'password1{Enter}')
    await waitFor(() => expect(password).toHaveAccessibleDescription(new RegExp(errors.fields.password_leaked)))
    expect(screen.getByText(t('forms.password.strength.weak'))).toBeInTheDocument()
    expect(password).toHaveValue('password1')
  })

  it('shows that it was used in the meantime', async () => {
    server.use(
      http.post(`${BASE}/auth/password/reset`, () =>
        problem(422, 'validation_failed', 'x', { errors: [{ field: 'token', code: 'token_invalid', message: 'x' }] }),
      ),
    )
    open(link(RESET_TOKEN))
    await user.type(await screen.findByLabelText(t('forms.password.label')), 'nar ağacı 7')
    await user.type(screen.getByLabelText(t('forms.password.repeat')), 'nar ağacı 7{Enter}')
    await heading(t('signIn.reset.expiredTitle'))
  })
})
