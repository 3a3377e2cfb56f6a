import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAuth, auth } from '~/features/auth/store'
import { paths } from '~/lib/paths'
import { Component } from '~/routes/sign-in'
import { PASSWORD } from '~mock/handlers/account'
import { USER } from '~mock/profile-state'
import { BASE, problem } from '~mock/handlers/answer'
import { CODE, RESET_TOKEN } from '~mock/handlers/auth'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import errors from '../../../locales/az/errors.json'
import { forgotPassword, useForgotPassword } from './forgot-store'
import { register, useRegister } from './register-store'

const NEXT = '/profil/bildirisler'
const user = userEvent.setup({ delay: null })
const open = (path = paths.signIn(NEXT)) => openAt(path, { path: '/giris', Component })
const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text })
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const follow = (name: string) => user.click(screen.getByRole('link', { name }))
const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, text: string) => user.type(field(name), text)
const codeField = () => screen.findByRole('textbox', { name: t('signIn.code.label') })

async function asksForCode(phone: string) {
  await type(t('signIn.phone.number'), phone)
  await press(t('signIn.phone.submit'))
  await heading(t('signIn.code.title'))
}

async function provesNewNumber() {
  const shop = open()
  await asksForCode('055 765 43 21')
  await user.type(await codeField(), CODE)
  await heading(t('signIn.details.title'))
  return shop
}

async function fillsInDetails({ email = 'nigar@example.az', password = 'nar ağacı 7' } = {}) {
  await type(t('signIn.details.firstName'), 'Nigar')
  await type(t('signIn.details.lastName'), 'Əliyeva')
  await type(t('signIn.details.email'), email)
  await user.type(screen.getByLabelText(t('forms.password.label')), password)
  await user.type(screen.getByLabelText(t('forms.password.repeat')), password)
  await user.click(screen.getByRole('checkbox'))
}

/** Every later call of this kind, as it was sent. */
function callsOf(method: 'post' | 'get', path: string) {
  const bodies: unknown[] = []
  server.events.on('request:start', ({ request }) => {
    if (request.method.toLowerCase() === method && new URL(request.url).pathname.endsWith(path))
      void request
        .clone()
        .json()
        .then((body) => bodies.push(body))
  })
  return bodies
}

interface Reloadable<State> {
  getInitialState: () => State
  setState: (state: State, replace: true) => unknown
  persist: { rehydrate: () => unknown }
}

/** All that a reload leaves of a store is what the tab keeps. */
async function reloads<State>(store: Reloadable<State>) {
  const kept = sessionStorage.getItem('sovqat') ?? ''
  act(() => void store.setState(store.getInitialState(), true))
  sessionStorage.setItem('sovqat', kept)
  await act(() => Promise.resolve(store.persist.rehydrate()))
}

beforeEach(() => {
  auth.cleared()
  register.forgotten()
  forgotPassword.forgotten()
})
afterEach(() => {
  server.events.removeAllListeners()
  vi.useRealTimers()
})

describe('by phone', () => {
  it('a known number signs in by its code and goes where it wanted to go', async () => {
    const shop = open()
    await asksForCode('050 123 45 67')
    expect(shop.address()).toBe(paths.signIn(NEXT, 'code'))
    await user.type(await codeField(), CODE)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
    expect(useAuth.getState()).toMatchObject({ user: USER, isAuthenticated: true, accessToken: 'access-1', refreshToken: 'refresh-1' })
    expect(sessionStorage.getItem('sovqat'), 'nothing is left behind').not.toContain('+994')
  })

  it('a new number says who it is, and has an account', async () => {
    const shop = await provesNewNumber()
    expect(shop.address()).toBe(paths.signIn(NEXT, 'details'))
    const sent = callsOf('post', '/auth/signup')
    await fillsInDetails()
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
      },
    ])
    expect(useAuth.getState().user).toMatchObject({ firstName: 'Nigar', phoneNumber: '+994557654321' })
  })

  it('empty and impossible numbers are told in the words of the server, and nothing is sent', async () => {
    const sent = callsOf('post', '/auth/otp/send')
    open()
    await press(t('signIn.phone.submit'))
    await waitFor(() => expect(field(t('signIn.phone.number'))).toHaveAccessibleDescription(errors.fields.required))
    await type(t('signIn.phone.number'), '050 12')
    await press(t('signIn.phone.submit'))
    await waitFor(() => expect(field(t('signIn.phone.number'))).toHaveAccessibleDescription(errors.fields.invalid_phone))
    expect(field(t('signIn.phone.number'))).toHaveValue('050 12')
    expect(sent).toEqual([])
  })

  it('a pasted number of another country chooses the country', async () => {
    open()
    const country = screen.getByRole('combobox', { name: t('signIn.phone.country') })
    await waitFor(() => expect(country.children).toHaveLength(3))
    await user.click(field(t('signIn.phone.number')))
    await user.paste('+90 (501) 234 56 78')
    expect(country).toHaveValue('TR')
    expect(field(t('signIn.phone.number'))).toHaveValue('501 234 56 78')
  })

  it('too many requests: says when to come back, and waits until then', async () => {
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

  it('without a line: says so, keeps the number, and can be sent when the line is back', async () => {
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
  it('can be pasted with the words around it', async () => {
    open()
    await asksForCode('0501234567')
    await user.click(await codeField())
    await user.paste(`Sovqat: ${CODE} tesdiq kodudur`)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('that is wrong says how many tries are left, and the next key replaces it', async () => {
    open()
    await asksForCode('0501234567')
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

  it('is refused after five wrong tries, the right one too', async () => {
    open()
    await asksForCode('0501234567')
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

  it('has a countdown that a reload does not start anew, and can be sent again when it is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = open()
    await asksForCode('0501234567')
    expect(await screen.findByText(t('signIn.code.resendIn', { time: '01:00' }))).toBeInTheDocument()
    first.unmount()
    vi.setSystemTime(Date.now() + 50_000)
    await reloads(useRegister)

    open(paths.signIn(NEXT, 'code'))
    expect(await codeField()).toHaveAccessibleDescription(t('signIn.code.expiresIn', { time: '04:10' }))
    expect(screen.getByText(t('signIn.code.resendIn', { time: '00:10' }))).toBeInTheDocument()

    vi.setSystemTime(Date.now() + 10_000)
    const sent = callsOf('post', '/auth/otp/send')
    await user.click(await screen.findByRole('button', { name: t('signIn.code.resend') }, { timeout: 3000 }))
    expect(await screen.findByText(t('signIn.code.resent'))).toBeInTheDocument()
    expect(sent).toEqual([{ phoneNumber: '+994501234567' }])
    expect(await codeField()).toHaveFocus()
  })

  it('that has expired says so', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    open()
    await asksForCode('0501234567')
    vi.setSystemTime(Date.now() + 300_000)
    await waitFor(async () => expect(await codeField()).toHaveAccessibleDescription(t('signIn.code.expired')), { timeout: 3000 })
  })

  it('is not sent twice to those who go back and on again', async () => {
    const sent = callsOf('post', '/auth/otp/send')
    open()
    await asksForCode('0501234567')
    await follow(t('signIn.code.change'))
    await heading(t('signIn.phone.title'))
    expect(field(t('signIn.phone.number'))).toHaveValue('050 123 45 67')
    await press(t('signIn.phone.submit'))
    await heading(t('signIn.code.title'))
    expect(sent).toHaveLength(1)
  })

  it('and the password are nowhere on the device, the number is', async () => {
    await provesNewNumber()
    await fillsInDetails({ password: 'çox gizli söz' })
    await user.tab()
    const kept = `${sessionStorage.getItem('sovqat')} ${localStorage.getItem('sovqat')}`
    expect(kept).toContain('+994557654321')
    expect(kept).toContain('Nigar')
    expect(kept).not.toContain('çox gizli söz')
    expect(kept).not.toContain('otpCode')
  })

  it('the details outlive a reload, the passwords do not', async () => {
    const shop = await provesNewNumber()
    await fillsInDetails()
    await user.tab()
    shop.unmount()
    await reloads(useRegister)
    open(paths.signIn(NEXT, 'details'))
    await heading(t('signIn.details.title'))
    expect(field(t('signIn.details.firstName'))).toHaveValue('Nigar')
    expect(field(t('signIn.details.email'))).toHaveValue('nigar@example.az')
    expect(screen.getByLabelText(t('forms.password.label'))).toHaveValue('')
  })

  it('has nothing to ask for without a number, nor have the details', async () => {
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
  it('are all checked at once, in the words of the server', async () => {
    await provesNewNumber()
    const sent = callsOf('post', '/auth/signup')
    await user.type(screen.getByLabelText(t('forms.password.label')), 'qısa')
    await user.type(screen.getByLabelText(t('forms.password.repeat')), 'başqa')
    await type(t('signIn.details.email'), 'nigar@')
    await press(t('signIn.details.submit'))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    for (const words of [
      errors.fields.required,
      errors.fields.invalid_email,
      errors.fields.password_too_short,
      errors.fields.passwords_differ,
      errors.fields.terms_required,
    ])
      expect(summary).toHaveTextContent(words)
    expect(field(t('signIn.details.firstName'))).toHaveAccessibleDescription(errors.fields.required)
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(errors.fields.terms_required)
    expect(sent).toEqual([])
  })

  it("show the server's words beside their fields, and lose nothing", async () => {
    await provesNewNumber()
    await fillsInDetails({ email: USER.email })
    await press(t('signIn.details.submit'))
    await waitFor(() => expect(field(t('signIn.details.email'))).toHaveAccessibleDescription(errors.email_taken.detail))
    expect(field(t('signIn.details.firstName'))).toHaveValue('Nigar')
    expect(screen.getByLabelText(t('forms.password.label'))).toHaveValue('nar ağacı 7')
    expect(screen.getByRole('checkbox')).toBeChecked()
  })

  it('that come too late for the proof lead back to the number, and names stay', async () => {
    await provesNewNumber()
    await fillsInDetails()
    act(() => void useRegister.setState({ verificationToken: 'too-old' }))
    await press(t('signIn.details.submit'))
    await heading(t('signIn.phone.title'))
    expect(screen.getByText(t('signIn.phone.unproven'))).toBeInTheDocument()
    expect(useRegister.getState().draft).toEqual({ firstName: 'Nigar', lastName: 'Əliyeva', email: 'nigar@example.az' })
  })
})

describe('by password', () => {
  it('signs in and goes where it wanted to go', async () => {
    open()
    await follow(t('signIn.phone.toPassword'))
    await type(t('signIn.password.login'), ' 050 123 45 67 ')
    await user.type(screen.getByLabelText(t('signIn.password.password')), `${PASSWORD}{Enter}`)
    expect(await screen.findByText(`at ${NEXT}`)).toBeInTheDocument()
  })

  it('empty fields are named where they are, the summary leads to them, and nothing is sent', async () => {
    const sent = callsOf('post', '/auth/signin')
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

  it('a wrong one is told in the summary, which has the focus', async () => {
    open(paths.signIn(NEXT, 'password'))
    await type(t('signIn.password.login'), 'aysel@example.az')
    await user.type(screen.getByLabelText(t('signIn.password.password')), 'nope{Enter}')
    const alert = await screen.findByRole('alert')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(alert).toHaveTextContent(errors.invalid_credentials.detail)
    expect(screen.getByLabelText(t('signIn.password.password'))).toHaveValue('nope')
  })

  it('that was forgotten: a letter is on its way, whoever asks', async () => {
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
    await reloads(useForgotPassword)
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

  it('that was used or is too old leads to a new one, for the address that was typed before', async () => {
    forgotPassword.mailed('kim@example.az', Date.now())
    const shop = open(link('used'))
    await heading(t('signIn.reset.expiredTitle'))
    await follow(t('signIn.reset.again'))
    await heading(t('signIn.forgot.title'))
    expect(shop.address()).toBe(paths.signIn(undefined, 'forgot'))
    expect(field(t('signIn.forgot.email'))).toHaveValue('kim@example.az')
  })

  it('a password that is too short or known to thieves is told beside the field, and stays', async () => {
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

  it('that is used up meanwhile says so, too', async () => {
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
