// Tests of orders on the phone whose response is lost.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { enter, pressButton } from '~mock/forms'
import { BASE, problem } from '~mock/handlers/responses'
import { t } from '~mock/in-shop'
import { orders } from '~mock/orders-state'
import { billIsReady, fillIn, NEW_PHONE, open, own, place, sent, toastTexts } from '~mock/phone-order-page'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { drafts } from '~shared/lib/drafts'
import { useToasts } from '~shared/ui/toast-store'
import { type Attempt, pendingAttempt } from './attempts'

/** The keys of all requests. */
let keys: (string | null)[] = []
const text = t('admin.phone.unanswered.text')
const againButton = () => screen.queryByRole('button', { name: t('admin.phone.unanswered.again') })
const sendAgain = () => pressButton(t('admin.phone.unanswered.again'))
const discard = () => pressButton(t('admin.phone.unanswered.discard'))
const isPlaced = (address: () => string) => waitFor(() => expect(address()).toBe(adminPaths.order(orders.all[0]?.code ?? '')))

beforeEach(() => {
  keys = []
  useToasts.setState({ toasts: [] })
  signInStaff()
  server.use(
    http.post(`${BASE}/admin/phone-orders`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return keys.length === 1 ? HttpResponse.error() : undefined
    }),
  )
})

/** Places an order, and loses the response. */
async function loseResponse() {
  const page = open()
  await fillIn()
  await billIsReady()
  await place()
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
  return page
}

/** Changes the order, and tries to place it. */
async function placeChanged() {
  enter(await own('note'), 'Qapını döyün')
  await billIsReady()
  await place()
  // The button is enabled again when the press was handled.
  await waitFor(() => expect(screen.getByRole('button', { name: t('admin.phone.place') })).toBeEnabled())
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
}

describe('an order without a response', () => {
  it('is sent again with the same key by the button of the form', async () => {
    const { address } = await loseResponse()
    await place()
    await isPlaced(address)
    expect(keys).toEqual([sent()[0]?.key, sent()[0]?.key])
  })

  it('is the only one that is sent when the form is changed', async () => {
    const { address } = await loseResponse()
    await placeChanged()
    expect(keys).toHaveLength(1)
    await sendAgain()
    await isPlaced(address)
    expect(keys).toEqual([sent()[0]?.key, sent()[0]?.key])
    expect(sent()[0]?.form.note).toBeUndefined()
    cleanup()
    open()
    expect(await own('customerPhone')).toHaveValue('')
    expect(againButton()).toBeNull()
  })

  it('is discarded, and the changed order is placed', async () => {
    const { address } = await loseResponse()
    await placeChanged()
    await discard()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(againButton()).toBeNull()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await place()
    await isPlaced(address)
    expect(sent().map(({ form }) => form.note)).toEqual(['Qapını döyün'])
    expect(keys).toEqual([expect.stringMatching(/./), sent()[0]?.key])
    expect(keys[0]).not.toBe(keys[1])
  })

  it('is shown after a reload, and the order of another customer stays in the form', async () => {
    await loseResponse()
    cleanup()
    const { address } = open()
    await screen.findByRole('region', { name: new RegExp(NEW_PHONE) })
    screen.getByText(text)
    enter(await own('customerPhone'), '055 999 88 77')
    await sendAgain()
    await isPlaced(address)
    cleanup()
    open()
    expect(await own('customerPhone')).toHaveValue('055 999 88 77')
  })

  it('is refused when it is sent again, so that the typed order can be placed', async () => {
    const { address } = await loseResponse()
    const refusal = () => problem(409, 'cart_changed', 'Səbətdə dəyişiklik var')
    server.use(http.post(`${BASE}/admin/phone-orders`, refusal, { once: true }))
    await sendAgain()
    await waitFor(() => expect(toastTexts()).toEqual(['Səbətdə dəyişiklik var']))
    await waitFor(() => expect(againButton()).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    await billIsReady()
    await place()
    await isPlaced(address)
    expect(sent()).toHaveLength(1)
  })

  it('is forgotten after an hour', () => {
    const name = `phone order attempt ${USER.id}`
    const attempt: Attempt = { key: 'k', form: { draft: {} } as Attempt['form'], sentAt: Date.now() - 59 * 60_000 }
    drafts.keep(name, { attempt })
    expect(pendingAttempt(USER.id)).toEqual(attempt)
    drafts.keep(name, { attempt: { ...attempt, sentAt: Date.now() - 61 * 60_000 } })
    expect(pendingAttempt(USER.id)).toBeNull()
    expect(drafts.has(name)).toBe(false)
  })
})
