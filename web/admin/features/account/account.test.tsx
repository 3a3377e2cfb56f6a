import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withAuthenticator } from '~mock/authenticator'
import { PASSWORD } from '~mock/handlers/account'
import { TOTP_CODE } from '~mock/handlers/staff-session'
import { openAt, t } from '~mock/in-shop'
import { staffSessionState as mock } from '~mock/staff-session-state'
import { signInStaff } from '~mock/staff-sign-in'
import { adminPaths } from '~admin/paths'
import { Component as Account } from '~admin/routes/account'
import { useToasts } from '~shared/ui/toast-store'
import { Toaster } from '~shared/ui/toaster'

const user = userEvent.setup({ delay: null })
const { create } = withAuthenticator()

const Page = () => (
  <>
    <Account />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt(adminPaths.account(), { path: '/idare/hesabim', Component: Page })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
/** The two buttons that appear after the first press on a `ConfirmButton`. */
const confirmation = async (name: string) => within(await screen.findByRole('group', { name }))
const passkeyNames = () => mock.passkeys.map(({ name }) => name)
const passwordField = () => screen.findByLabelText(t('adminStaff.signIn.password'))

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff({ roles: ['courier'], permissions: [] })
})

describe('the authenticator app', () => {
  it('is set up by scanning the QR code and typing a code', async () => {
    mock.hasTotp = false
    open()
    await press(t('adminStaff.account.app.add'))
    await screen.findByRole('img', { name: t('adminStaff.setUp.qr') })
    await press(t('adminStaff.setUp.copySecret'))
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP')
    const code = screen.getByLabelText(t('adminStaff.factor.totp'))
    await user.type(code, '000000{Enter}')
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(code).toHaveAccessibleDescription('Kod qəbul edilmədi. Tətbiqdən yeni kod yazın.')
    await press(`${t('adminStaff.factor.totp')}: Kod qəbul edilmədi. Tətbiqdən yeni kod yazın.`)
    expect(code).toHaveFocus()
    await user.clear(code)
    await user.type(code, `${TOTP_CODE}{Enter}`)
    await screen.findByText(t('adminStaff.account.app.added'))
    await screen.findByText(t('adminStaff.account.app.on'))
  })

  it('is removed after a confirmation, which can be cancelled', async () => {
    open()
    await press(t('adminStaff.account.app.remove'))
    await press(t('adminStaff.cancel'))
    await press(t('adminStaff.account.app.remove'))
    expect(mock.hasTotp).toBe(true)
    await user.click((await confirmation(t('adminStaff.account.app.remove'))).getByRole('button', { name: t('adminStaff.remove') }))
    await screen.findByText(t('adminStaff.account.app.off'))
    expect(mock.hasTotp).toBe(false)
  })

  it('cannot be removed when it is the last second factor', async () => {
    mock.passkeys = []
    open()
    await press(t('adminStaff.account.app.remove'))
    await user.click((await confirmation(t('adminStaff.account.app.remove'))).getByRole('button', { name: t('adminStaff.remove') }))
    // The server's text says: "is the last method of the second step".
    await screen.findByText(/ikinci mərhələnin son üsuludur/)
    expect(mock.hasTotp).toBe(true)
  })
})

describe('passkeys', () => {
  const add = async (password: string) => {
    await press(t('adminStaff.account.passkeys.add'))
    await user.type(screen.getByLabelText(t('adminStaff.account.passkeys.name')), 'Ev noutbuku')
    await user.type(await passwordField(), password)
    await press(t('adminStaff.setUp.createPasskey'))
  }

  it('are added with a name and the password', async () => {
    open()
    await add(PASSWORD)
    await screen.findByText(t('adminStaff.account.passkeys.added'))
    await screen.findByRole('heading', { level: 3, name: 'Ev noutbuku' })
    expect(create).toHaveBeenCalledTimes(1)
  })

  it('are not created by the browser when the password is wrong', async () => {
    open()
    await add('yanlış şifrə')
    expect(await screen.findByRole('alert')).toHaveFocus()
    expect(await passwordField()).toHaveAccessibleDescription('Şifrə yanlışdır')
    await press(t('forms.showPassword', { name: t('adminStaff.signIn.password') }))
    expect(await passwordField()).toHaveAttribute('type', 'text')
    await press(t('adminStaff.cancel'))
    expect(screen.queryByLabelText(t('adminStaff.account.passkeys.name'))).toBeNull()
    expect(create).not.toHaveBeenCalled()
  })

  it('cannot be added to a device twice; the form says why and keeps the typed name', async () => {
    create.mockRejectedValue(new DOMException('', 'InvalidStateError'))
    open()
    await add(PASSWORD)
    expect(await screen.findByRole('alert')).toHaveTextContent(t('adminStaff.passkeyFailure.known'))
    expect(screen.getByLabelText(t('adminStaff.account.passkeys.name'))).toHaveValue('Ev noutbuku')
  })

  it('are removed with the password', async () => {
    open()
    const [name = ''] = passkeyNames()
    await press(t('adminStaff.account.passkeys.removeOf', { name }))
    await user.type(await passwordField(), PASSWORD)
    await press(t('adminStaff.account.passkeys.removeOf', { name }))
    await screen.findByText(t('adminStaff.account.passkeys.removed', { name }))
    expect(passkeyNames()).toEqual(['Telefon'])
  })

  it('cannot be added in a browser without passkeys', async () => {
    // Removes the stub of the browser's passkeys.
    vi.unstubAllGlobals()
    open()
    await screen.findByText(t('adminStaff.account.passkeys.unsupported'))
    expect(screen.queryByRole('button', { name: t('adminStaff.account.passkeys.add') })).toBeNull()
  })
})

it('recovery codes are replaced after a confirmation, and stay visible until the user confirms having stored them', async () => {
  const saved: Blob[] = []
  const createObjectURL = (content: Blob) => {
    saved.push(content)
    return 'blob:codes'
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  open()
  await screen.findByText(t('adminStaff.account.codes.left', { count: 8 }))
  await press(t('adminStaff.account.codes.renew'))
  await press(t('adminStaff.account.codes.confirm'))
  await screen.findByText('code-10')
  await press(t('adminStaff.codes.copy'))
  expect(await navigator.clipboard.readText()).toMatch(/^code-1\n.*\ncode-10\n$/s)
  await press(t('adminStaff.codes.download'))
  expect(await saved[0]?.text()).toMatch(/^code-1\n/)
  await press(t('adminStaff.codes.print'))
  expect(print).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('checkbox'))
  await press(t('adminStaff.codes.continue'))
  await screen.findByText(t('adminStaff.account.codes.left', { count: 10 }))
  expect(screen.queryByText('code-10')).toBeNull()
})
