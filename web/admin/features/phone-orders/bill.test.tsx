// Tests of what the server says about an order on the phone while it is typed: the bill, the delivery times, and the products.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { enter, pressButton } from '~mock/forms'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { t } from '~mock/in-shop'
import {
  addProduct,
  bill,
  billIsReady,
  BLOCKED_PHONE,
  choosePlace,
  FEE,
  field,
  fillIn,
  KNOWN_PHONE,
  open,
  own,
  place,
  plain,
  plainMoney,
  sent,
  sized,
  slotField,
} from '~mock/phone-order-page'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { useToasts } from '~shared/ui/toast-store'

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

describe('the bill', () => {
  it('says whether an account has the phone number, and needs one for a promo code', async () => {
    open()
    await fillIn()
    enter(await own('promoCode'), 'SOVQAT10')
    await waitFor(() => expect(bill()).toHaveTextContent(t('admin.phone.promo.needs_account')))
    expect(await own('customerPhone')).toHaveAccessibleDescription(t('admin.phone.hint.noAccount'))
    enter(await own('customerPhone'), KNOWN_PHONE)
    await billIsReady(Math.round(plain.price * 0.9) + FEE)
    expect(await own('customerPhone')).toHaveAccessibleDescription(t('admin.phone.hint.hasAccount'))
    expect(bill()).toHaveTextContent(t('orders.amounts.promo'))
    enter(await own('promoCode'), 'SOV')
    await place()
    await waitFor(async () => expect(await own('promoCode')).toHaveAccessibleDescription(t('errors.fields.promoCode_too_short')))
  })

  it('reports a blocked account', async () => {
    open()
    await fillIn(BLOCKED_PHONE)
    await billIsReady()
    const text = t('errors.customer_blocked.detail').replace(/\.$/, '')
    await waitFor(() => expect(bill()).toHaveTextContent(text))
    await place()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(t('admin.phone.hasProblems', { problems: text }))
    expect(alert).toHaveFocus()
    expect(sent()).toEqual([])
  })

  it('can be requested again after a failure', async () => {
    open()
    await fillIn()
    await billIsReady()
    server.use(http.post(`${BASE}/admin/phone-orders/check`, () => problem(429, 'too_many_requests', 'Bir az gözləyin'), { once: true }))
    enter(await field(t('admin.phone.countOf', { name: plain.name.az })), '2')
    await within(bill()).findByText('Bir az gözləyin')
    await place()
    await waitFor(() => expect(screen.getAllByText('Bir az gözləyin')).toHaveLength(2))
    await pressButton(t('common.retry'))
    // Two units are worth enough for free delivery.
    await billIsReady(plain.price * 2)
    expect(sent()).toEqual([])
  })

  it('shows the delivery only if the checked draft had a place', async () => {
    open()
    await addProduct(plain)
    await billIsReady(plain.price)
    expect(bill()).not.toHaveTextContent(t('orders.amounts.delivery'))
    server.use(http.post(`${BASE}/admin/phone-orders/check`, () => problem(429, 'too_many_requests', 'Bir az gözləyin')))
    await choosePlace()
    await within(bill()).findByText('Bir az gözləyin')
    expect(bill()).toHaveTextContent(plainMoney(plain.price))
    expect(bill()).not.toHaveTextContent(t('orders.amounts.delivery'))
  })
})

describe('the delivery times', () => {
  /** Answers with the failure while it is set. */
  let failure: (() => Response) | undefined
  const failed = () => problem(429, 'too_many_requests', 'Bir az gözləyin')
  beforeEach(() => {
    failure = undefined
    server.use(http.get(`${BASE}/delivery/slots`, () => failure?.()))
  })

  it('can be requested again after a failure', async () => {
    failure = failed
    open()
    await choosePlace()
    const slots = await slotField()
    await waitFor(() => expect(slots).toHaveAccessibleDescription(t('checkout.delivery.failed')))
    failure = undefined
    await pressButton(t('common.retry'))
    await waitFor(() => expect(slots.options.length).toBeGreaterThan(1))
    expect(slots).not.toHaveAccessibleDescription()
  })

  it('always contain the chosen one', async () => {
    open()
    await choosePlace()
    const slots = await slotField()
    await waitFor(() => expect(slots.options.length).toBeGreaterThan(1))
    const [, , { value, text }] = [...slots.options] as [HTMLOptionElement, HTMLOptionElement, HTMLOptionElement]
    enter(slots, value)
    cleanup()
    failure = failed
    open()
    await waitFor(async () => expect(await slotField()).toHaveDisplayValue(t('admin.phone.slotChosen')))
    failure = undefined
    await pressButton(t('common.retry'))
    await waitFor(async () => expect(await slotField()).toHaveDisplayValue(text))
    cleanup()
    failure = () => ok({ days: [], freeFrom: 5000 })
    open()
    await waitFor(async () => expect(await slotField()).toHaveDisplayValue(t('admin.phone.slotGone')))
    expect(await slotField()).toHaveValue(value)
  })
})

describe('a product', () => {
  const { name } = sized
  const addOpen = () => addProduct(sized)
  const size = () => screen.findByLabelText(t('admin.phone.sizeOf', { name: name.az }))

  it('whose sizes cannot be loaded can be requested again', async () => {
    server.use(http.get(`${BASE}/product/${sized.id}`, () => problem(429, 'too_many_requests', 'Bir az gözləyin'), { once: true }))
    open()
    await addOpen()
    await screen.findByText('Bir az gözləyin')
    expect(await size()).toBeDisabled()
    await pressButton(`${t('common.retry')}: ${name.az}`)
    await waitFor(async () => expect(await size()).toBeEnabled())
    expect(screen.queryByText('Bir az gözləyin')).toBeNull()
  })

  it('that is added is announced, and so is one that is not', async () => {
    open()
    await addProduct(plain)
    screen.getByText(t('admin.phone.added', { name: plain.name.az, count: 1 }))
    await addProduct(plain)
    screen.getByText(t('admin.phone.added', { name: plain.name.az, count: 2 }))
    await addOpen()
    await addOpen()
    screen.getByText(t('admin.phone.notAdded', { name: name.az }))
    expect(screen.getAllByRole('button', { name: t('admin.phone.removeOf', { name: name.az }) })).toHaveLength(1)
  })
})
