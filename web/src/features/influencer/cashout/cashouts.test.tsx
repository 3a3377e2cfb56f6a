import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { money } from '~shared/i18n/format'
import { Toaster } from '~shared/ui/toaster'
import { useToasts } from '~shared/ui/toast-store'
import { cashouts } from '~mock/cashouts-state'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { Cashouts } from './cashouts'

const VALID_CARD = '4169738812345670'
/** The mock's minimum in qəpik. Its balance is 2150. */
const MINIMUM = 2000
const user = userEvent.setup({ delay: null })
const Page = () => (
  <>
    <Cashouts />
    <Toaster labels={{ region: 'messages', close: t('common.close') }} />
  </>
)
const open = () => openAt('/', { path: '/', Component: Page })
/** An element's text may show non-breaking spaces as plain ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const openForm = async () => user.click(await screen.findByRole('button', { name: t('account.cashout.ask') }))
const amount = () => screen.findByRole('textbox', { name: new RegExp(t('account.cashout.amount')) })
const card = () => screen.findByRole('textbox', { name: new RegExp(t('account.cashout.card')) })
const send = () => user.click(screen.getByRole('button', { name: t('account.cashout.submit') }))
const items = async () => within(await screen.findByRole('list', { name: t('account.cashout.list') })).getAllByRole('listitem')

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signIn({ isBlogger: true })
})

describe('cash-outs', () => {
  it('are listed with status, card and the reason of a refusal', async () => {
    const { container } = open()
    const [paid, declined] = await items()
    expect(paid).toHaveTextContent(plain(money(4000)))
    expect(paid).toHaveTextContent(t('account.cashout.status.paid'))
    expect(paid).toHaveTextContent('4169 •••• •••• 5670')
    expect(declined).toHaveTextContent(t('account.cashout.reason', { reason: 'Kart başqa şəxsə məxsusdur' }))
    // jsdom has no layout for contrast, and the component has no landmarks of a page.
    const skippedRules = { 'color-contrast': { enabled: false }, region: { enabled: false } }
    const { violations } = await axe.run(container, { rules: skippedRules })
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('are requested for the whole balance, and can be withdrawn', async () => {
    open()
    await openForm()
    expect(await amount()).toHaveFocus()
    expect(await amount()).toHaveValue('21,50')
    await user.type(await card(), VALID_CARD)
    expect(await card()).toHaveValue('4169 7388 1234 5670')
    await send()
    await screen.findByText(t('account.cashout.sent'))
    const [requested] = await items()
    expect(requested).toHaveTextContent(t('account.cashout.status.requested'))
    expect(cashouts.mine[0]).toMatchObject({ amount: 2150, card: '4169 •••• •••• 5670' })
    expect(cashouts.keys).toHaveLength(1)
    await screen.findByText(t('account.cashout.oneOpen'))
    await user.click(screen.getByRole('button', { name: t('account.cashout.cancel') }))
    await screen.findByText(t('account.cashout.cancelled'))
    await screen.findByRole('button', { name: t('account.cashout.ask') })
  })

  it.each([
    ['', VALID_CARD, 'account.cashout.amount', 'required'],
    ['abc', VALID_CARD, 'account.cashout.amount', 'invalid'],
    ['19,99', VALID_CARD, 'account.cashout.amount', 'below_minimum'],
    ['0', VALID_CARD, 'account.cashout.amount', 'below_minimum'],
    ['-50', VALID_CARD, 'account.cashout.amount', 'invalid'],
    ['21,51', VALID_CARD, 'account.cashout.amount', 'above_maximum'],
    ['20', '416973881234567', 'account.cashout.card', 'card_length'],
    ['20', '4169738812345671', 'account.cashout.card', 'card_unknown'],
    ['20', '', 'account.cashout.card', 'required'],
  ] as const)('refuse %s to %s and keep the input', async (typedAmount, typedCard, label, code) => {
    open()
    await openForm()
    await user.clear(await amount())
    if (typedAmount) await user.type(await amount(), typedAmount)
    if (typedCard) await user.type(await card(), typedCard)
    await send()
    const alert = await screen.findByRole('alert')
    expect(
      within(alert)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([`${t(label)}: ${t(`errors.fields.${code}`)}`])
    expect(await amount()).toHaveValue(typedAmount)
    expect(cashouts.keys).toEqual([])
  })

  it('show beside the amount that the balance has changed, and send again with a new key', async () => {
    open()
    await openForm()
    await user.type(await card(), VALID_CARD)
    cashouts.overview.available = MINIMUM
    await send()
    await waitFor(async () => expect(await amount()).toHaveAccessibleDescription(/qazancınız bu məbləğdən azdır/))
    await user.clear(await amount())
    await user.type(await amount(), '20')
    await send()
    await screen.findByText(t('account.cashout.sent'))
    expect(new Set(cashouts.keys).size, 'another amount has another key').toBe(2)
  })

  it('are sent again with the same key when the response was lost', async () => {
    const keys: (string | null)[] = []
    let isLost = true
    server.use(
      http.post(`${BASE}/influencer/cashout`, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return isLost ? problem(503, 'service_unavailable', 'Bir az sonra yenidən cəhd edin') : undefined
      }),
    )
    open()
    await openForm()
    await user.type(await card(), VALID_CARD)
    await send()
    await screen.findByRole('alert')
    isLost = false
    await send()
    await screen.findByText(t('account.cashout.sent'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('explain why nothing can be requested yet', async () => {
    cashouts.overview.available = MINIMUM - 1
    open()
    const reason = t('account.cashout.tooLittle', { minimum: money(MINIMUM), available: money(MINIMUM - 1) })
    await screen.findByText((_, node) => node?.tagName === 'P' && plain(node.textContent ?? '') === plain(reason))
    expect(screen.queryByRole('button', { name: t('account.cashout.ask') })).toBeNull()
  })

  it('offer a retry when loading fails', async () => {
    let isBroken = true
    server.use(http.get(`${BASE}/influencer/cashouts`, () => (isBroken ? problem(500, 'internal', 'Xəta baş verdi') : undefined)))
    open()
    const retryButton = await screen.findByRole('button', { name: t('common.retry') })
    isBroken = false
    await user.click(retryButton)
    await screen.findByRole('heading', { level: 2, name: t('account.cashout.title') })
  })
})
