import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as OrdersPage } from '~admin/routes/orders'
import { violationsOf } from '~mock/accessibility'
import { checkout } from '~mock/checkout-state'
import { choose, enter, pressButton } from '~mock/forms'
import { BASE, invalid } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { orders } from '~mock/orders-state'
import {
  addProduct,
  bill,
  billIsReady,
  escaped,
  FEE,
  field,
  fillIn,
  NEW_PHONE,
  open,
  own,
  place,
  plain,
  plainMoney,
  sent,
  sized,
  slotField,
  toastTexts,
} from '~mock/phone-order-page'
import { USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { useToasts } from '~shared/ui/toast-store'

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signInStaff()
})

it('the page and its link are shown to staff who may place orders', async () => {
  const openList = () => openAt(adminPaths.orders(), { path: '/idare/sifarisler', Component: OrdersPage })
  openList()
  expect(await screen.findByRole('link', { name: t('admin.phone.open') })).toHaveAttribute('href', adminPaths.newOrder())
  cleanup()
  signInStaff({ roles: ['support'], permissions: ['orders_read'] })
  openList()
  await screen.findByRole('heading', { level: 1, name: t('admin.title') })
  expect(screen.queryByRole('link', { name: t('admin.phone.open') })).toBeNull()
  cleanup()
  open()
  await screen.findByRole('heading', { level: 1, name: t('admin.notYours') })
})

describe('an order', () => {
  it('in cash is placed for the shown bill, and the page of the order opens', async () => {
    const { container, address } = open()
    await fillIn()
    enter(await field(t('account.addresses.label.apartment')), '12')
    await choose(await field(t('admin.phone.label.language')), 'Русский')
    fireEvent.click(await field(t('admin.phone.pay.cash')))
    await billIsReady(plain.price + FEE)
    expect(await violationsOf(container)).toEqual([])
    await place()
    await waitFor(() => expect(address()).toBe(adminPaths.order(orders.all[0]?.code ?? '')))
    expect(toastTexts()).toEqual([t('admin.phone.placed', { code: orders.all[0]?.code ?? '' })])
    expect(sent()[0]?.form).toEqual({
      quote: expect.stringMatching(/./),
      draft: {
        customerPhone: NEW_PHONE,
        lines: [{ productId: plain.id, count: 1 }],
        cityId: 1,
        districtId: 11,
        paymentMethod: 'cash',
      },
      language: 'ru',
      recipientType: 'self',
      recipient: { firstName: 'Aysel', lastName: 'Məmmədova' },
      address: { street: 'Nizami küçəsi', building: '10A', apartment: '12' },
    })
    expect(orders.all[0]?.statusHistory[0]?.actor).toBe(String(USER.id))
    cleanup()
    open()
    expect(await own('customerPhone')).toHaveValue('')
  })

  it('by card shows the link to pay, and another order begins with an empty form', async () => {
    // Installs a clipboard.
    userEvent.setup()
    open()
    await fillIn()
    fireEvent.click(await field(t('admin.phone.pay.card')))
    await billIsReady()
    await place()
    await waitFor(() => expect(sent()).toHaveLength(1))
    const { code = '' } = orders.all[0] ?? {}
    expect(await screen.findByRole('heading', { name: t('admin.phone.placed', { code }) })).toHaveFocus()
    const link = new URL(`/bank/${code}`, location.origin).href
    expect(screen.getByLabelText(t('admin.phone.link'))).toHaveValue(link)
    screen.getByText(new RegExp(`^${escaped(t('admin.phone.payUntil', { when: '' }).trim())}`))
    expect(screen.getByRole('link', { name: t('admin.phone.openOrder') })).toHaveAttribute('href', adminPaths.order(code))
    await pressButton(t('admin.phone.copyLink'))
    await waitFor(() => expect(toastTexts()).toEqual([t('admin.phone.copied')]))
    expect(await navigator.clipboard.readText()).toBe(link)
    fireEvent.click(screen.getByRole('link', { name: t('admin.phone.another') }))
    expect(await own('customerPhone')).toHaveValue('')
    expect(await field(t('account.addresses.label.street'))).toHaveValue('')
  })

  it('by card for which the bank has opened no page says where a link can be made', async () => {
    const order = orders.all.find(({ canPay, paymentMethod }) => canPay && paymentMethod === 'card')
    const placed = { data: { order, payment: { status: 'failed' } } }
    server.use(http.post(`${BASE}/admin/phone-orders`, () => HttpResponse.json(placed, { status: 201 })))
    const { address } = open()
    await fillIn()
    fireEvent.click(await field(t('admin.phone.pay.card')))
    await billIsReady()
    await place()
    await waitFor(() => expect(address()).toBe(adminPaths.order(order?.code ?? '')))
    expect(toastTexts()).toContain(t('admin.phone.noLink', { button: t('admin.phone.newLink') }))
  })

  it('for somebody else has their names and phone number, and a card', async () => {
    open()
    await fillIn()
    fireEvent.click(await field(t('admin.phone.receives.isOther')))
    await waitFor(() => expect(screen.queryByLabelText(t('admin.phone.label.firstName'))).toBeNull())
    fireEvent.click(await field(t('admin.phone.receives.isSelf')))
    expect(await own('firstName')).toHaveValue('Aysel')
    fireEvent.click(await field(t('admin.phone.receives.isOther')))
    await billIsReady()
    await place()
    await waitFor(async () => expect(await own('recipientPhone')).toHaveAccessibleDescription(t('errors.fields.required')))
    enter(await own('recipientFirstName'), 'Nigar')
    enter(await field(t('admin.phone.label.recipientLastName')), 'Əliyeva')
    enter(await own('recipientPhone'), '055 111 22 33')
    enter(await own('cardText'), 'Ad günün mübarək!')
    await place()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.form).toMatchObject({
      recipientType: 'other',
      recipient: { firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '055 111 22 33' },
      cardText: 'Ad günün mübarək!',
    })
  })

  it('has the chosen delivery time', async () => {
    open()
    await fillIn()
    const slots = await slotField()
    await waitFor(() => expect(slots.options.length).toBeGreaterThan(1))
    enter(slots, slots.options[2]?.value ?? '')
    await billIsReady()
    await place()
    await waitFor(() => expect(sent()[0]?.form.draft.deliverySlot).toMatch(/^1-/))
  })

  it('has each size once', async () => {
    open()
    const name = sized.name.az
    await addProduct(sized)
    await waitFor(() => expect(bill()).toHaveTextContent(t('admin.phone.incomplete', { names: name })))
    const size = (await screen.findByLabelText(t('admin.phone.sizeOf', { name }))) as HTMLSelectElement
    await waitFor(() => expect(size).toBeEnabled())
    const chosen = size.options[1]?.value ?? ''
    enter(size, chosen)
    await billIsReady(sized.sizes?.[0]?.price)
    await addProduct(sized)
    const sizes = () => screen.getAllByLabelText(t('admin.phone.sizeOf', { name }))
    await waitFor(() => expect(sizes()).toHaveLength(2))
    const second = sizes()[1] as HTMLSelectElement
    expect([...second.options].map(({ value }) => value)).not.toContain(chosen)
    fireEvent.click(screen.getAllByRole('button', { name: t('admin.phone.removeOf', { name }) })[1] as HTMLElement)
    await waitFor(() => expect(sizes()).toHaveLength(1))
    await waitFor(async () => expect(await field(t('admin.phone.label.lines'))).toHaveFocus())
  })
})

describe('an order is not placed', () => {
  it('with missing fields, or while there are problems', async () => {
    open()
    await screen.findByRole('button', { name: t('admin.phone.place') })
    await place()
    expect(await screen.findByRole('alert')).toHaveFocus()
    await fillIn()
    const count = await field(t('admin.phone.countOf', { name: plain.name.az }))
    enter(count, '0')
    await waitFor(() => expect(count).toHaveAccessibleDescription(t('errors.fields.out_of_range')))
    enter(count, '900')
    const problemText = `${plain.name.az}: ${t('cart.problem.not_enough_stock', { count: plain.stock })}`
    await waitFor(() => expect(bill()).toHaveTextContent(problemText))
    await billIsReady()
    await place()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(t('admin.phone.hasProblems', { problems: problemText })))
    enter(count, '1')
    // The bill of the new count is not there yet.
    await place()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(t('admin.phone.stillChecking')))
    expect(sent()).toEqual([])
    await billIsReady(plain.price + FEE)
    await place()
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('when the bill has changed: it says what has changed, keeps what was typed, and the next press places it', async () => {
    open()
    await fillIn()
    await billIsReady()
    checkout.changes = [{ code: 'price', productId: plain.id, was: 4000, is: plain.price }]
    await place()
    const change = t('checkout.change.price', { name: plain.name.az, was: plainMoney(4000), is: plainMoney(plain.price) })
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(change))
    expect(await own('customerPhone')).toHaveValue(NEW_PHONE)
    await billIsReady(plain.price + FEE)
    await place()
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.key).not.toBe(sent()[0]?.key)
  })

  it('with a value that the server refuses, which is reported beside its field', async () => {
    server.use(http.post(`${BASE}/admin/phone-orders`, () => invalid('address.street', 'invalid_characters', 'Yararsız simvollar var')))
    open()
    await fillIn()
    await billIsReady()
    await place()
    const street = await field(t('account.addresses.label.street'))
    await waitFor(() => expect(street).toHaveAccessibleDescription('Yararsız simvollar var'))
    expect(street).toHaveValue('Nizami küçəsi')
  })

  it('by the Enter key in an input', async () => {
    open()
    await fillIn()
    await billIsReady()
    expect(fireEvent.keyDown(await own('firstName'), { key: 'Enter' }), 'the key is ignored').toBe(false)
  })
})

it('typed values survive a reload', async () => {
  open()
  await fillIn()
  cleanup()
  open()
  expect(await own('customerPhone')).toHaveValue(NEW_PHONE)
  await waitFor(async () => expect(await field(t('account.addresses.label.districtId'))).toHaveDisplayValue('Nəsimi'))
  await billIsReady(plain.price + FEE)
})
