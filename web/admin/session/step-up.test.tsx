import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { withAuthenticator } from '~mock/authenticator'
import { BASE, problem } from '~mock/handlers/responses'
import { TOTP_CODE } from '~mock/handlers/staff-session'
import { openAt, t } from '~mock/in-shop'
import { orderOf, requestRefund } from '~mock/orders-state'
import { server } from '~mock/server'
import { staffSessionState as mock } from '~mock/staff-session-state'
import { signInStaff } from '~mock/staff-sign-in'
import { adminPaths } from '~admin/paths'
import { Component as Refunds } from '~admin/routes/refunds'
import { Toaster } from '~shared/ui/toaster'
import { StepUpDialog } from './step-up-dialog'

const user = userEvent.setup({ delay: null })
withAuthenticator()

const Page = () => (
  <>
    <Refunds />
    <StepUpDialog />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
/** A delivered order of the mock, whose refund is to be decided. */
const ORDER = 'SQ-2F9T-63'
const refund = () => orderOf(ORDER)?.refunds[0]

const dialog = async () => within(await screen.findByRole('dialog', { name: t('adminStaff.stepUp.title') }))
const answer = () => screen.getByLabelText(new RegExp(t('admin.refunds.answer')))

/** The server then asks for the second factor again. */
async function refuseRefund() {
  openAt(adminPaths.refunds(), { path: '/idare/geri-odenisler', Component: Page })
  const name = t('admin.refunds.of', { act: t('admin.refunds.refuse'), code: ORDER })
  await user.click(await screen.findByRole('button', { name }))
  await user.type(answer(), 'Məhsul istifadə olunub')
  await user.click(screen.getByRole('button', { name: t('admin.refunds.refuse') }))
}

beforeEach(() => {
  signInStaff()
  requestRefund(ORDER)
  mock.needsStepUp = true
})

it('a passkey confirms, and the refused action is done without another press', async () => {
  await refuseRefund()
  await user.click(await (await dialog()).findByRole('button', { name: t('adminStaff.factor.passkey') }))
  await screen.findByText(t('admin.refunds.refused'))
  expect(refund()).toMatchObject({ status: 'refused', answer: 'Məhsul istifadə olunub' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a wrong code is reported, and a correct one confirms', async () => {
  await refuseRefund()
  const shown = await dialog()
  await user.click(await shown.findByRole('button', { name: t('adminStaff.factor.use.totp') }))
  const code = shown.getByLabelText(t('adminStaff.factor.totp'))
  await user.type(code, '000000{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription('Kod qəbul edilmədi. Tətbiqdən yeni kod yazın.'))
  await user.click(shown.getByRole('button', { name: new RegExp(`^${t('adminStaff.factor.totp')}: `) }))
  expect(code).toHaveFocus()
  await user.clear(code)
  await user.type(code, `${TOTP_CODE}{Enter}`)
  await screen.findByText(t('admin.refunds.refused'))
  expect(refund()?.status).toBe('refused')
})

it('the user chooses among a code, a passkey and a recovery code, and closing the dialog refuses nothing', async () => {
  await refuseRefund()
  const shown = await dialog()
  await user.click(await shown.findByRole('button', { name: t('adminStaff.factor.use.recovery') }))
  expect(shown.getByLabelText(t('adminStaff.factor.recovery'))).toHaveFocus()
  await user.click(shown.getByRole('button', { name: t('adminStaff.factor.use.passkey') }))
  shown.getByRole('button', { name: t('adminStaff.factor.passkey') })
  await user.click(shown.getByRole('button', { name: t('common.close') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(refund()?.status).toBe('requested')
})

it('cancelling leaves the form as it was', async () => {
  await refuseRefund()
  await user.click(await (await dialog()).findByRole('button', { name: t('adminStaff.cancel') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('alert')).toHaveTextContent('Bu addım üçün ikinci mərhələni yenidən keçin.')
  expect(answer()).toHaveValue('Məhsul istifadə olunub')
  expect(refund()?.status).toBe('requested')
})

it('a challenge that expired is replaced, with a message', async () => {
  await refuseRefund()
  const shown = await dialog()
  await shown.findByRole('button', { name: t('adminStaff.factor.passkey') })
  // The server has another challenge now: this one has expired.
  mock.challenge = 'challenge-2'
  await user.click(shown.getByRole('button', { name: t('adminStaff.factor.passkey') }))
  expect(await shown.findByRole('status')).toHaveTextContent('Vaxt bitib. Yenidən daxil olmağa başlayın.')
  await user.click(await shown.findByRole('button', { name: t('adminStaff.factor.passkey') }))
  await screen.findByText(t('admin.refunds.refused'))
})

it('a challenge that fails to load can be requested again', async () => {
  server.use(
    http.post(`${BASE}/staff/session/challenge`, () => problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin'), {
      once: true,
    }),
  )
  await refuseRefund()
  const shown = await dialog()
  expect(await shown.findByRole('alert')).toHaveTextContent('Bir az sonra yenidən cəhd edin')
  await user.click(shown.getByRole('button', { name: t('common.retry') }))
  await shown.findByRole('button', { name: t('adminStaff.factor.passkey') })
})
