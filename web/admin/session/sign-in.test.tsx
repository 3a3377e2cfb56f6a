import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withAuthenticator } from '~mock/authenticator'
import { PASSWORD } from '~mock/handlers/account'
import { BASE, problem } from '~mock/handlers/responses'
import { NEW_STAFF, RECOVERY_CODE, TOTP_CODE } from '~mock/handlers/staff-session'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { staffSessionState as mock } from '~mock/staff-session-state'
import { asNewDocument } from '~mock/staff-sign-in'
import { adminPaths } from '~admin/paths'
import { Component as SignIn } from '~admin/routes/sign-in'
import { staffSession, useStaff } from './store'

/** The mock offers a passkey first for this member of staff. */
const LOGIN = '050 123 45 67'

const user = userEvent.setup({ delay: null })
const { create, get } = withAuthenticator()

const open = (next = adminPaths.seo()) => openAt(adminPaths.signIn(next), { path: '/idare/giris', Component: SignIn })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const heading = (step: 'password' | 'factor' | 'setUp' | 'codes') =>
  screen.findByRole('heading', { level: 1, name: t(`adminStaff.steps.${step}.title`) })
const login = () => screen.getByLabelText(t('adminStaff.signIn.login'))
const password = () => screen.getByLabelText(t('adminStaff.signIn.password'))
const code = (kind: 'totp' | 'recovery' = 'totp') => screen.findByLabelText(t(`adminStaff.factor.${kind}`))

async function enterPassword(typedLogin = LOGIN, typedPassword = PASSWORD) {
  await user.type(login(), typedLogin)
  await user.type(password(), typedPassword)
  await press(t('adminStaff.signIn.submit'))
}

beforeEach(() => {
  asNewDocument()
  staffSession.ended(null)
})
afterEach(() => server.events.removeAllListeners())

describe('the password', () => {
  it('is required, and the summary names the empty fields', async () => {
    open()
    await press(t('adminStaff.signIn.submit'))
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(login()).toHaveAccessibleDescription(t('errors.fields.required'))
    expect(password()).toHaveAccessibleDescription(t('errors.fields.required'))
  })

  it('is reported when it is wrong, and nothing typed is lost', async () => {
    open()
    await enterPassword(LOGIN, 'yanlış şifrə')
    expect(await screen.findByRole('alert')).toHaveTextContent('Telefon, e-poçt və ya şifrə yanlışdır.')
    expect([login(), password()].map((field) => (field as HTMLInputElement).value)).toEqual([LOGIN, 'yanlış şifrə'])
    expect(password()).toHaveAttribute('type', 'password')
    await press(t('forms.showPassword', { name: t('adminStaff.signIn.password') }))
    expect(password()).toHaveAttribute('type', 'text')
  })

  it('is refused with the reason for a blocked account', async () => {
    server.use(http.post(`${BASE}/staff/session`, () => problem(403, 'account_blocked', 'Bu hesaba daxil ola bilməzsiniz.')))
    open()
    await enterPassword()
    expect(await screen.findByRole('alert')).toHaveTextContent('Bu hesaba daxil ola bilməzsiniz.')
  })

  it('can be reset in the shop when it is forgotten', () => {
    open()
    expect(screen.getByRole('link', { name: t('adminStaff.signIn.forgot') })).toHaveAttribute('href', '/giris?addim=unutdum&next=%2Fidare')
  })
})

describe('the second factor', () => {
  it('is a passkey first, and leads to the page that was asked for', async () => {
    const { address } = open()
    await enterPassword()
    expect(await heading('factor')).toHaveFocus()
    await press(t('adminStaff.factor.passkey'))
    await screen.findByText(/^at /)
    expect(address()).toBe(adminPaths.seo())
    expect(get).toHaveBeenCalledTimes(1)
    expect(useStaff.getState().session?.user.permissions).toContain('seo_write')
  })

  it('is a code when the passkey was cancelled', async () => {
    get.mockRejectedValue(new DOMException('', 'NotAllowedError'))
    const { address } = open()
    await enterPassword()
    await press(t('adminStaff.factor.passkey'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(t('adminStaff.passkeyFailure.cancelled'))
    expect(alert).toHaveFocus()
    await press(t('adminStaff.factor.use.totp'))
    expect(await code()).toHaveFocus()
    await user.type(await code(), '123 456{Enter}')
    await screen.findByText(/^at /)
    expect(address()).toBe(adminPaths.seo())
  })

  it('is a code at once in a browser without passkeys', async () => {
    vi.unstubAllGlobals()
    open()
    await enterPassword()
    await code()
    expect(screen.queryByRole('button', { name: t('adminStaff.factor.use.passkey') })).toBeNull()
  })

  it('is reported beside the field when it is wrong', async () => {
    open()
    await enterPassword()
    await press(t('adminStaff.factor.use.totp'))
    await user.type(await code(), '000000{Enter}')
    await screen.findByRole('alert')
    expect(await code()).toHaveAccessibleDescription('Kod qəbul edilmədi. Tətbiqdən yeni kod yazın.')
    expect(await code()).toHaveValue('000000')
    await user.click(screen.getByRole('button', { name: new RegExp(`^${t('adminStaff.factor.totp')}: `) }))
    expect(await code()).toHaveFocus()
    expect(useStaff.getState().session).toBeNull()
    await press(t('adminStaff.factor.use.passkey'))
    await screen.findByRole('button', { name: t('adminStaff.factor.passkey') })
  })

  it('is a recovery code', async () => {
    open()
    await enterPassword()
    await press(t('adminStaff.factor.use.recovery'))
    await user.type(await code('recovery'), `${RECOVERY_CODE}{Enter}`)
    await screen.findByText(/^at /)
  })

  it('leads back to the password with a message when it comes too late, and nothing typed is lost', async () => {
    open()
    await enterPassword()
    await press(t('adminStaff.factor.use.totp'))
    await code()
    // The server has another challenge now: this one has expired.
    mock.challenge = 'challenge-2'
    await user.type(await code(), `${TOTP_CODE}{Enter}`)
    await heading('password')
    expect(screen.getByRole('status')).toHaveTextContent('Vaxt bitib. Yenidən daxil olmağa başlayın.')
    expect([login(), password()].map((field) => (field as HTMLInputElement).value)).toEqual([LOGIN, PASSWORD])
    await press(t('adminStaff.signIn.submit'))
    await press(t('adminStaff.factor.passkey'))
    await screen.findByText(/^at /)
  })

  it('leads back to the password when a passkey comes too late', async () => {
    open()
    await enterPassword()
    await heading('factor')
    mock.challenge = 'challenge-2'
    await press(t('adminStaff.factor.passkey'))
    await heading('password')
    expect(login()).toHaveValue(LOGIN)
  })

  it('cannot be given when the account has none that this browser supports', async () => {
    vi.unstubAllGlobals()
    Object.assign(mock, { hasTotp: false, recoveryCodesLeft: 0 })
    open()
    await enterPassword()
    expect(await screen.findByRole('alert')).toHaveTextContent(t('adminStaff.factor.none'))
    await press(t('adminStaff.signIn.back'))
    await heading('password')
  })
})

describe('the setup of a second factor', () => {
  /** Signs in as a member of staff who has no second factor yet. */
  const begin = async () => {
    const shown = open()
    await enterPassword(NEW_STAFF)
    expect(await heading('setUp')).toHaveFocus()
    return shown
  }
  const codes = async () => within(await screen.findByRole('list')).getAllByRole('listitem')

  it('shows the QR code of an app as an image, and a key to type', async () => {
    await begin()
    const qr = screen.getByRole('img', { name: t('adminStaff.setUp.qr') })
    expect(qr).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/))
    // The SVG is not part of the document.
    expect(document.querySelector('svg path[d^="M0 0h2"]')).toBeNull()
    screen.getByText('JBSW Y3DP EHPK 3PXP')
    expect(screen.getByRole('link', { name: t('adminStaff.setUp.openApp') })).toHaveAttribute('href', expect.stringMatching(/^otpauth:/))
    await press(t('adminStaff.setUp.copySecret'))
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP')
  })

  it('gives ten recovery codes, which must be stored before the page is left', async () => {
    const { address } = await begin()
    await user.type(await code(), `${TOTP_CODE}{Enter}`)
    await heading('codes')
    expect((await codes()).map(({ textContent }) => textContent)).toEqual(Array.from({ length: 10 }, (_, index) => `code-${index + 1}`))
    await press(t('adminStaff.codes.continue'))
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(t('adminStaff.codes.notStored'))
    await user.click(screen.getByRole('checkbox'))
    await press(t('adminStaff.codes.continue'))
    await screen.findByText(/^at /)
    expect(address()).toBe(adminPaths.seo())
  })

  it('can create a passkey', async () => {
    await begin()
    await press(t('adminStaff.setUp.createPasskey'))
    await heading('codes')
    expect(create).toHaveBeenCalledTimes(1)
  })

  it('lets the user copy, download and print the recovery codes', async () => {
    const [print, saved] = [vi.fn<() => void>(), vi.fn<(content: Blob) => string>(() => 'blob:codes')]
    vi.stubGlobal('print', print)
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} })
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await begin()
    await user.type(await code(), `${TOTP_CODE}{Enter}`)
    await press(t('adminStaff.codes.copy'))
    expect(await navigator.clipboard.readText()).toBe(`${Array.from({ length: 10 }, (_, index) => `code-${index + 1}`).join('\n')}\n`)
    await press(t('adminStaff.codes.download'))
    await press(t('adminStaff.codes.print'))
    expect([names, saved.mock.calls.length, print.mock.calls.length]).toEqual([['sovqat-recovery-codes.txt'], 1, 1])
  })
})

describe('a session that ended', () => {
  it.each(['signedOut', 'expired', 'withdrawn'] as const)('is explained: %s', async (end) => {
    staffSession.ended(end)
    open()
    expect(await screen.findByRole('status')).toHaveTextContent(t(`adminStaff.ended.${end}`))
  })

  it('is not mentioned when there was none', async () => {
    open()
    await heading('password')
    expect(screen.queryByRole('status')).toBeNull()
  })
})

it.each(['//evil.example', 'https://evil.example/idare', '/\\evil.example', '/sebet', '/idare/giris', '/idarexana'])(
  'never leads out of the back office: %s',
  async (next) => {
    const { address } = open(next)
    await enterPassword()
    await press(t('adminStaff.factor.passkey'))
    await screen.findByText(/^at /)
    expect(address()).toBe(adminPaths.home())
  },
)
