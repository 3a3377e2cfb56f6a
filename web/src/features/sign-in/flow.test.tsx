// Tests of signing in and signing up by phone.

import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { useAuth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { USER } from '~mock/profile-state'
import { BASE, problem } from '~mock/handlers/responses'
import { CODE, LEAKED_PASSWORD } from '~mock/handlers/auth'
import { t } from '~mock/in-shop'
import { server } from '~mock/server'
import {
  NEXT,
  user,
  open,
  heading,
  press,
  follow,
  field,
  type,
  codeField,
  requestCode,
  proveNewNumber,
  fillInDetails,
  recordCalls,
  simulateReload,
  resetBeforeEach,
} from '~mock/sign-in-steps'
import errors from '../../../locales/az/errors.json'
import { useRegistration } from './registration-store'

resetBeforeEach()

describe('by phone', () => {
  it('a known number signs in by its code and returns to the page before', async () => {
    const shop = open()
    await requestCode('050 123 45 67')
    expect(shop.address()).toBe(paths.signIn(NEXT, 'code'))
    await user.type(await codeField(), CODE)
    // The test router shows only the path of a page that is not under test.
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
    expect(useAuth.getState()).toMatchObject({ user: USER, isAuthenticated: true, accessToken: 'access-1', refreshToken: 'refresh-1' })
    expect(sessionStorage.getItem('sovqat'), 'nothing is left behind').not.toContain('+994')
  })

  it('a new number enters a name and gets an account', async () => {
    const shop = await proveNewNumber()
    expect(shop.address()).toBe(paths.signIn(NEXT, 'details'))
    const sent = recordCalls('post', '/auth/signup')
    await fillInDetails()
    await press(t('signIn.details.submit'))
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
    expect(sent).toEqual([
      {
        firstName: 'Nigar',
        lastName: 'Əliyeva',
        email: 'nigar@example.az',
        password: 'nar ağacı 7',
        passwordConfirmation: 'nar ağacı 7',
        acceptTerms: true,
        phoneNumber: '+994557654321',
        verificationToken: 'verified-1',
        // A random id of the browser.
        device: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(useAuth.getState().user).toMatchObject({ firstName: 'Nigar', phoneNumber: '+994557654321' })
  })

  it("empty and impossible numbers show the server's errors, and nothing is sent", async () => {
    const sent = recordCalls('post', '/auth/otp/send')
    open()
    await press(t('signIn.phone.submit'))
    await waitFor(() => expect(field(t('signIn.phone.number'))).toHaveAccessibleDescription(errors.fields.required))
    await type(t('signIn.phone.number'), '050 12')
    await press(t('signIn.phone.submit'))
    await waitFor(() => expect(field(t('signIn.phone.number'))).toHaveAccessibleDescription(errors.fields.invalid_phone))
    expect(field(t('signIn.phone.number'))).toHaveValue('050 12')
    expect(sent).toEqual([])
  })

  it('a pasted foreign number selects its country', async () => {
    open()
    const country = screen.getByRole('combobox', { name: t('signIn.phone.country') })
    await waitFor(() => expect(country.children, 'the countries have loaded').toHaveLength(3))
    await user.click(field(t('signIn.phone.number')))
    await user.paste('+90 (501) 234 56 78')
    expect(country).toHaveValue('TR')
    expect(field(t('signIn.phone.number'))).toHaveValue('501 234 56 78')
  })

  it('too many requests: shows when to try again, and waits until then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    server.use(
      http.post(`${BASE}/auth/otp/send`, () => {
        const refusal = problem(429, 'too_many_requests', errors.too_many_requests.detail)
        refusal.headers.set('retry-after', '75')
        return refusal
      }),
    )
    open()
    await type(t('signIn.phone.number'), '0501234567')
    await press(t('signIn.phone.submit'))
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(alert).toHaveTextContent(errors.too_many_requests.detail)
    expect(screen.getByText(t('forms.wait', { time: '01:15' }))).toBeInTheDocument()
    const submit = screen.getByRole('button', { name: t('signIn.phone.submit') })
    expect(submit).toBeDisabled()
    vi.setSystemTime(Date.now() + 76_000)
    await waitFor(() => expect(submit).toBeEnabled(), { timeout: 3000 })
  })

  it('without a connection: shows an error, keeps the number, and can be sent again later', async () => {
    server.use(http.post(`${BASE}/auth/otp/send`, () => HttpResponse.error(), { once: true }))
    open()
    await type(t('signIn.phone.number'), '0501234567')
    await press(t('signIn.phone.submit'))
    expect(await screen.findByRole('alert')).toHaveTextContent(t('common.failure.network'))
    expect(field(t('signIn.phone.number'))).toHaveValue('050 123 45 67')
    await press(t('signIn.phone.submit'))
    await heading(t('signIn.code.title'))
  })
})

describe('the code', () => {
  it('can be pasted within other text', async () => {
    open()
    await requestCode('0501234567')
    await user.click(await codeField())
    await user.paste(`Sovqat: ${CODE} tesdiq kodudur`)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('shows the tries left when it is wrong, and the next key replaces it', async () => {
    open()
    await requestCode('0501234567')
    const code = await codeField()
    expect(code).toHaveFocus()
    for (const left of [4, 3]) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await user.keyboard('9999')
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await waitFor(() =>
        expect(code).toHaveAccessibleDescription(`${errors.otp_invalid.detail} ${t('signIn.code.triesLeft', { count: left })}`),
      )
      expect(code).toHaveValue('9999')
      expect(code).toBeInvalid()
    }
    await user.keyboard(CODE)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('is refused after five wrong tries, even if it is right', async () => {
    open()
    await requestCode('0501234567')
    const code = await codeField()
    for (const typed of ['9999', '9998', '9997', '9996', '9995', CODE]) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await user.keyboard(typed)
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await waitFor(() => expect(code).toBeInvalid())
    }
    await waitFor(() => expect(code).toHaveAccessibleDescription(errors.otp_too_many_attempts.detail))
    expect(useAuth.getState().isAuthenticated).toBe(false)
  })

  it('has a countdown that survives a reload, and can be sent again after it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const shop = open()
    await requestCode('0501234567')
    expect(await screen.findByText(t('signIn.code.resendIn', { time: '01:00' }))).toBeInTheDocument()
    shop.unmount()
    vi.setSystemTime(Date.now() + 50_000)
    await simulateReload(useRegistration)

    open(paths.signIn(NEXT, 'code'))
    expect(await codeField()).toHaveAccessibleDescription(t('signIn.code.expiresIn', { time: '04:10' }))
    expect(screen.getByText(t('signIn.code.resendIn', { time: '00:10' }))).toBeInTheDocument()

    vi.setSystemTime(Date.now() + 10_000)
    const sent = recordCalls('post', '/auth/otp/send')
    await user.click(await screen.findByRole('button', { name: t('signIn.code.resend') }, { timeout: 3000 }))
    expect(await screen.findByText(t('signIn.code.resent'))).toBeInTheDocument()
    expect(sent).toEqual([{ phoneNumber: '+994501234567', device: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect(await codeField()).toHaveFocus()
  })

  it('shows when it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    open()
    await requestCode('0501234567')
    const codeLifetimeMs = 300_000
    vi.setSystemTime(Date.now() + codeLifetimeMs)
    await waitFor(async () => expect(await codeField()).toHaveAccessibleDescription(t('signIn.code.expired')), { timeout: 3000 })
  })

  it('is not sent again after going back and forward', async () => {
    const sent = recordCalls('post', '/auth/otp/send')
    open()
    await requestCode('0501234567')
    await follow(t('signIn.code.change'))
    await heading(t('signIn.phone.title'))
    expect(field(t('signIn.phone.number'))).toHaveValue('050 123 45 67')
    await press(t('signIn.phone.submit'))
    await heading(t('signIn.code.title'))
    expect(sent).toHaveLength(1)
  })

  it('is not stored on the device, and neither is the password; the number is', async () => {
    await proveNewNumber()
    await fillInDetails({ password: 'çox gizli söz' })
    await user.tab()
    const storedText = `${sessionStorage.getItem('sovqat')} ${localStorage.getItem('sovqat')}`
    expect(storedText).toContain('+994557654321')
    expect(storedText).toContain('Nigar')
    expect(storedText).not.toContain('çox gizli söz')
    expect(storedText).not.toContain('otpCode')
  })

  it('leads to details that survive a reload, without the passwords', async () => {
    const shop = await proveNewNumber()
    await fillInDetails()
    await user.tab()
    shop.unmount()
    await simulateReload(useRegistration)
    open(paths.signIn(NEXT, 'details'))
    await heading(t('signIn.details.title'))
    expect(field(t('signIn.details.firstName'))).toHaveValue('Nigar')
    expect(field(t('signIn.details.email'))).toHaveValue('nigar@example.az')
    expect(screen.getByLabelText(t('forms.password.label'))).toHaveValue('')
  })

  it('redirects to the number when there is none, as do the details', async () => {
    const shop = open(paths.signIn(NEXT, 'code'))
    await heading(t('signIn.phone.title'))
    expect(shop.address()).toBe(paths.signIn(NEXT))
    shop.unmount()
    const details = open(paths.signIn(NEXT, 'details'))
    await heading(t('signIn.phone.title'))
    expect(details.address()).toBe(paths.signIn(NEXT))
  })
})

describe('the details', () => {
  it("are all validated at once, with the server's texts", async () => {
    await proveNewNumber()
    const sent = recordCalls('post', '/auth/signup')
    await user.type(screen.getByLabelText(t('forms.password.label')), 'qısa')
    await user.type(screen.getByLabelText(t('forms.password.repeat')), 'başqa')
    await type(t('signIn.details.email'), 'nigar@')
    await press(t('signIn.details.submit'))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    for (const text of [
      errors.fields.required,
      errors.fields.invalid_email,
      errors.fields.password_too_short,
      errors.fields.passwords_differ,
      errors.fields.terms_required,
    ])
      expect(summary).toHaveTextContent(text)
    expect(field(t('signIn.details.firstName'))).toHaveAccessibleDescription(errors.fields.required)
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(errors.fields.terms_required)
    expect(sent).toEqual([])
  })

  it("show the server's errors beside their fields, and keep the input", async () => {
    await proveNewNumber()
    await fillInDetails({ password: LEAKED_PASSWORD })
    await press(t('signIn.details.submit'))
    await waitFor(() => expect(screen.getByLabelText(t('forms.password.label'))).toBeInvalid())
    expect(field(t('signIn.details.firstName'))).toHaveValue('Nigar')
    expect(field(t('signIn.details.email'))).toHaveValue('nigar@example.az')
    expect(screen.getByLabelText(t('forms.password.label'))).toHaveValue(LEAKED_PASSWORD)
    expect(screen.getByRole('checkbox')).toBeChecked()
  })

  it('lead back to the number when the proof has expired, and keep the names', async () => {
    await proveNewNumber()
    await fillInDetails()
    act(() => void useRegistration.setState({ verificationToken: 'too-old' }))
    await press(t('signIn.details.submit'))
    await heading(t('signIn.phone.title'))
    expect(screen.getByText(t('signIn.phone.unproven'))).toBeInTheDocument()
    expect(useRegistration.getState().draft).toEqual({ firstName: 'Nigar', lastName: 'Əliyeva', email: 'nigar@example.az' })
  })
})
