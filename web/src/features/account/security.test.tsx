// Tests of the security page and of changing the phone number. The mock account has two passkeys and three devices.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Component as Layout } from '~/routes/profile/layout'
import { Component as PhonePage } from '~/routes/profile/phone'
import { Component as Security } from '~/routes/profile/security'
import { registration } from '~/features/sign-in/registration-store'
import { PASSWORD } from '~mock/handlers/account'
import { CODE } from '~mock/handlers/auth'
import { TAKEN_NUMBER } from '~mock/handlers/security'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { closed, givePasskeys, passkeys, takePasskeys } from '~mock/passkeys'
import { profile, USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { recordCalls } from '~mock/sign-in-steps'
import { auth, useAuth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { useToasts } from '~shared/ui/toast-store'

const KITCHEN_TABLET = 'Mətbəx planşeti'
const user = userEvent.setup({ delay: null })
const open = (path: string, Component: ComponentType) =>
  openAt(path, { path: '/profil', Component: Layout, children: [{ path: path.replace('/profil/', '').split('?')[0] ?? '', Component }] })
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const field = (name: string) => screen.findByLabelText(name)
const enterPassword = async (password = PASSWORD) => user.type(await field(t('account.password.current')), password)
const lastToast = () => useToasts.getState().toasts.at(-1)?.text

givePasskeys()
beforeEach(() => {
  signIn()
  registration.cleared()
})

const requireFreshSignIn = (path: string) =>
  server.use(http.post(`${BASE}${path}`, () => problem(409, 'sign_in_again', t('errors.sign_in_again.detail'))))

describe('passkeys', () => {
  const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  const openAddForm = async () => {
    open(paths.security(), Security)
    await screen.findByRole('heading', { level: 3, name: 'iPhone' })
    await press(t('account.passkeys.add'))
    return screen.findByRole('dialog')
  }

  it('are listed with their last use', async () => {
    open(paths.security(), Security)
    await screen.findByRole('heading', { level: 3, name: 'iPhone' })
    expect(names()).toEqual(['Chrome, Android', 'iPhone'])
    expect(screen.getByText(new RegExp(t('account.passkeys.unused')))).toBeInTheDocument()
  })

  it('are added with the password, under a name that the form suggests', async () => {
    const dialog = await openAddForm()
    const sent = recordCalls('post', '/user/passkeys')
    const name = within(dialog).getByLabelText(t('account.passkeys.name'))
    expect(name).toHaveValue('Chrome, Android')
    await user.clear(name)
    await user.type(name, KITCHEN_TABLET)
    await enterPassword()
    await press(t('account.passkeys.create'))
    await waitFor(() => expect(names()).toContain(KITCHEN_TABLET))
    expect(sent).toMatchObject([{ challengeToken: 'challenge-1', name: KITCHEN_TABLET }])
    expect(lastToast()).toBe(t('account.passkeys.added', { name: KITCHEN_TABLET }))
    expect(screen.getAllByText(t('account.security.event.passkey_added')), 'among the recent events').toHaveLength(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('are not created with a wrong password, and the name stays', async () => {
    const dialog = await openAddForm()
    await enterPassword('not-it')
    await press(t('account.passkeys.create'))
    await waitFor(async () => expect(await field(t('account.password.current'))).toHaveAccessibleDescription('Şifrə yanlışdır'))
    expect(within(dialog).getByLabelText(t('account.passkeys.name'))).toHaveValue('Chrome, Android')
    expect(passkeys.create).not.toHaveBeenCalled()
  })

  it.each([
    ['cancelled', closed()],
    ['known', new DOMException('', 'InvalidStateError')],
    ['failed', new DOMException('', 'SecurityError')],
  ] as const)('that the browser does not create are explained: %s', async (reason, error) => {
    passkeys.create.mockRejectedValue(error)
    await openAddForm()
    await enterPassword()
    await press(t('account.passkeys.create'))
    expect(await screen.findByRole('alert')).toHaveTextContent(t(`account.passkeys.failed.${reason}`))
    expect(profile.passkeys).toHaveLength(2)
  })

  it('that the server refuses are explained with its text', async () => {
    server.use(http.post(`${BASE}/user/passkeys`, () => problem(409, 'challenge_expired', t('errors.challenge_expired.detail'))))
    await openAddForm()
    await enterPassword()
    await press(t('account.passkeys.create'))
    expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.challenge_expired.detail'))
  })

  it('need no password in an account without one, but a fresh sign-in', async () => {
    signIn({ hasPassword: false })
    requireFreshSignIn('/user/passkeys/challenge')
    const dialog = await openAddForm()
    expect(within(dialog).queryByLabelText(t('account.password.current'))).toBeNull()
    await press(t('account.passkeys.create'))
    expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.sign_in_again.detail'))
    await press(t('account.signInAgain'))
    await screen.findByText(`at ${paths.signIn(paths.security())}`)
    expect(useAuth.getState().isAuthenticated).toBe(false)
  })

  it('are removed with the password only', async () => {
    open(paths.security(), Security)
    await press(`${t('account.passkeys.remove')}: iPhone`)
    const dialog = await screen.findByRole('dialog', { name: t('account.passkeys.removeOf', { name: 'iPhone' }) })
    const confirm = within(dialog).getByRole('button', { name: t('account.passkeys.remove') })
    await user.click(confirm)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(t('errors.fields.required'))
    expect(profile.passkeys).toHaveLength(2)
    await enterPassword()
    await user.click(confirm)
    await waitFor(() => expect(names()).toEqual(['Chrome, Android']))
  })

  it('that are the last second factor of a member of staff stay', async () => {
    server.use(
      http.post(`${BASE}/user/passkeys/:id/remove`, () => problem(409, 'last_second_factor', t('errors.last_second_factor.detail'))),
    )
    open(paths.security(), Security)
    await press(`${t('account.passkeys.remove')}: iPhone`)
    await enterPassword()
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('account.passkeys.remove') }))
    expect(await screen.findByRole('alert')).toHaveTextContent(t('errors.last_second_factor.detail'))
    expect(names()).toEqual(['Chrome, Android', 'iPhone'])
  })

  it('are listed in a browser that cannot add any, which says so', async () => {
    takePasskeys()
    open(paths.security(), Security)
    await screen.findByText(t('account.passkeys.unsupported'))
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: t('account.passkeys.add') })).toBeNull()
  })
})

describe('recent events', () => {
  const eventItems = () => within(screen.getByRole('region', { name: t('account.security.events') })).queryAllByRole('listitem')

  it('are shown in words, with the browser', async () => {
    open(paths.security(), Security)
    await screen.findByText(t('account.security.event.new_device'))
    expect(eventItems().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(`${t('account.security.event.signed_in')}Chrome, Android`),
      expect.stringContaining(`${t('account.security.event.new_device')}Safari, macOS`),
      expect.stringContaining(`${t('account.security.event.passkey_added')}Chrome, Android`),
      expect.stringContaining(`${t('account.security.event.email_verified')}${t('account.devices.unknown')}`),
    ])
  })

  it('are few at first, and all on request', async () => {
    const eventHoursAgo = (hours: number) =>
      ({ kind: 'signed_in', at: new Date(Date.now() - hours * 3600_000).toISOString(), browser: '', system: '' }) as const
    profile.securityEvents = Array.from({ length: 20 }, (_, index) => eventHoursAgo(index))
    open(paths.security(), Security)
    await press(t('account.security.allEvents', { count: 20 }))
    expect(eventItems()).toHaveLength(20)
    expect(screen.queryByRole('button', { name: t('account.security.allEvents', { count: 20 }) })).toBeNull()
  })

  it('may be none', async () => {
    profile.securityEvents = []
    open(paths.security(), Security)
    expect(await screen.findByText(t('account.security.noEvents'))).toBeInTheDocument()
  })
})

it('the page leads to the password, the phone number and the devices', async () => {
  open(paths.security(), Security)
  const main = (await screen.findByRole('heading', { level: 1, name: t('account.security.title') })).parentElement?.parentElement
  const links = within(main ?? document.body).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([paths.profilePassword(), paths.profilePhone(), paths.devices()])
  expect(await screen.findByText(t('account.overview.devices', { count: 3 }))).toBeInTheDocument()
})

it('an account whose number has a new owner says so, and leads to adding one', async () => {
  signIn({ phoneNumber: '' })
  open(paths.security(), Security)
  expect(await screen.findByText(t('account.changePhone.missing'))).toBeInTheDocument()
})

describe('the phone number', () => {
  const code = () => screen.findByRole('textbox', { name: t('signIn.code.label') })
  const requestCode = async (number = '055 765 43 21') => {
    const page = open(paths.profilePhone(), PhonePage)
    await user.type(await field(t('signIn.phone.number')), number)
    await press(t('signIn.phone.submit'))
    await code()
    return page
  }
  const submit = () => press(t('account.changePhone.submit'))

  it('is changed by the code sent to the new one and the password', async () => {
    const sent = recordCalls('post', '/user/phone')
    const page = await requestCode()
    expect(page.address()).toBe(paths.profilePhone('code'))
    await user.type(await code(), CODE)
    await enterPassword()
    await submit()
    await waitFor(() => expect(useAuth.getState().user?.phoneNumber).toBe('+994557654321'))
    await waitFor(() => expect(page.address()).toBe(paths.security()))
    expect(sent).toMatchObject([{ phoneNumber: '+994557654321', otpCode: CODE, codeToken: 'code-token-1', password: PASSWORD }])
  })

  it('stays when the code is wrong: the tries left are shown, and the password need not be typed again', async () => {
    await requestCode()
    await user.type(await code(), '9999')
    await enterPassword()
    await submit()
    const description = `Kodu yoxlayın və yenidən daxil edin. ${t('signIn.code.triesLeft', { count: 4 })}`
    await waitFor(async () => expect(await code()).toHaveAccessibleDescription(description))
    expect(await code()).toBeInvalid()
    expect(await field(t('account.password.current'))).toHaveValue(PASSWORD)
    await user.clear(await code())
    await user.type(await code(), CODE)
    await submit()
    await waitFor(() => expect(useAuth.getState().user?.phoneNumber).toBe('+994557654321'))
  })

  it('stays when the password is wrong, and the code need not be typed again', async () => {
    await requestCode()
    await user.type(await code(), CODE)
    await enterPassword('not-it')
    await submit()
    await waitFor(async () => expect(await field(t('account.password.current'))).toHaveAccessibleDescription('Şifrə yanlışdır'))
    expect(await code()).toHaveValue(CODE)
    expect(useAuth.getState().user?.phoneNumber).toBe(USER.phoneNumber)
  })

  it('is not sent without code and password', async () => {
    const sent = recordCalls('post', '/user/phone')
    await requestCode()
    await submit()
    await waitFor(async () => expect(await code()).toHaveAccessibleDescription(t('errors.fields.required')))
    expect(sent).toEqual([])
  })

  it('of another account is refused', async () => {
    await requestCode(TAKEN_NUMBER)
    await user.type(await code(), CODE)
    await enterPassword()
    await submit()
    expect(await screen.findByText('Bu nömrə ilə hesab artıq var.')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: t('signIn.code.change') }))
    expect(await field(t('signIn.phone.number'))).toHaveValue('50 888 88 88')
  })

  it('can get another code after the countdown', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await requestCode()
    expect(await screen.findByText(t('signIn.code.resendIn', { time: '01:00' }))).toBeInTheDocument()
    const sent = recordCalls('post', '/auth/otp/send')
    vi.setSystemTime(Date.now() + 61_000)
    await user.click(await screen.findByRole('button', { name: t('signIn.code.resend') }, { timeout: 3000 }))
    expect(await screen.findByText(t('signIn.code.resent'))).toBeInTheDocument()
    expect(sent).toMatchObject([{ phoneNumber: '+994557654321' }])
    vi.useRealTimers()
  })

  it('begins again without a code that was sent, and is not left on the device', async () => {
    const page = open(paths.profilePhone('code'), PhonePage)
    await field(t('signIn.phone.number'))
    expect(page.address()).toBe(paths.profilePhone())
    page.unmount()
    ;(await requestCode()).unmount()
    expect(sessionStorage.getItem('sovqat')).not.toContain('+994557654321')
  })

  it('needs a fresh sign-in in an account without a password', async () => {
    signIn({ hasPassword: false })
    requireFreshSignIn('/user/phone')
    await requestCode()
    expect(screen.queryByLabelText(t('account.password.current'))).toBeNull()
    await user.type(await code(), CODE)
    await submit()
    expect(await screen.findByText(t('errors.sign_in_again.detail'))).toBeInTheDocument()
    await press(t('account.signInAgain'))
    await waitFor(() => expect(auth.tokens()).toBeNull())
  })
})
