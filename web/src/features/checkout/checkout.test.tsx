// Tests of the checkout page of a signed-in shopper.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, getResponse, http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Address } from '~shared/api/types'
import { destination, useDestination } from '~/features/destination/store'
import { money } from '~shared/i18n/format'
import { leave } from '~/lib/leave'
import { paths } from '~shared/lib/paths'
import { Component as CheckoutPage } from '~/routes/checkout'
import { products } from '~mock/catalogue'
import { checkout } from '~mock/checkout-state'
import { deliveryDays } from '~mock/delivery'
import { BASE } from '~mock/handlers/responses'
import { checkoutHandlers } from '~mock/handlers/checkout'
import { openAt, t } from '~mock/in-shop'
import { profile } from '~mock/profile-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'
import { precheckout, usePrecheckout } from '~shared/features/checkout/store'

vi.mock('~/lib/leave', () => ({ leave: vi.fn() }))

const user = userEvent.setup({ delay: null })
const plain = products.find(({ stock, sizes, price }) => stock > 5 && !sizes?.length && price > 3000)
if (!plain) throw new Error('the mock has no plain product')
const unitPrice = plain.discounted ?? plain.price
/** The mock's code `MINIMUM` needs goods for this amount, in qəpik. */
const MINIMUM = 100_000
/** The mock's code of the first order. */
const CODE = 'SQ-7K4M-01'
const IN_BAKU = { cityId: 1, cityName: 'Bakı', street: 'Nizami küçəsi', building: '10A' }
const HOME: Address = { id: 1, title: 'Ev', type: 'home', ...IN_BAKU, isDefault: true }

const open = () => openAt(paths.checkout(), { path: '/sebet/sifaris', Component: CheckoutPage })
/** On phones there is another button, below the page. */
const button = (action: 'order' | 'pay') =>
  screen.findAllByRole('button', { name: new RegExp(`^${t(`checkout.${action}`)}( |$)`) }).then(([first]) => first!)
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const pressOrder = async () => user.click(await button('order'))
const choose = async (name: string | RegExp) => user.click(await screen.findByRole('radio', { name }))
const payCash = () => choose(new RegExp(`^${t('checkout.payment.cash')}`))
const waitForPath = (path: string) => screen.findByText(`at ${path}`)
const waitForPlacedOrder = () => waitForPath(paths.placedOrder(CODE))
const cardText = () => screen.findByLabelText(new RegExp(t('checkout.words.card')))
const placedCount = () => checkout.placed.length
const summary = () => screen.findByRole('complementary', { name: t('cart.summary') })

/** Records the idempotency keys of orders. The mock responds if `respond` does not. */
function recordKeys(respond: (attempt: number, request: Request) => Promise<Response | undefined>) {
  const keys: (string | null)[] = []
  server.use(
    http.post(`${BASE}/order`, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return respond(keys.length, request)
    }),
  )
  return keys
}
/** Breaks the connection for the first `failures` orders. With `response`, the server gets the first request. */
const breakConnection =
  (failures: number, lost: 'request' | 'response') =>
  async (attempt: number, request: Request): Promise<Response | undefined> => {
    if (attempt === 1 && lost === 'response') await getResponse(checkoutHandlers, request)
    return attempt <= failures ? HttpResponse.error() : undefined
  }

beforeEach(() => {
  vi.mocked(leave).mockClear()
  signIn()
  precheckout.forget()
  profile.addresses = [HOME]
  state.cart = [{ productId: plain.id, count: 2 }]
})

describe('an order', () => {
  it('paid in cash leads to its page, and clears the checkout', async () => {
    open()
    await user.type(await cardText(), 'Ad günün mübarək!')
    await payCash()
    await pressOrder()
    await waitForPlacedOrder()
    expect(checkout.placed).toMatchObject([{ cardText: 'Ad günün mübarək!', paymentMethod: 'cash', recipientType: 'self' }])
    expect(usePrecheckout.getState()).toEqual(usePrecheckout.getInitialState())
  })

  it('paid by card leads to the bank, for the total on the button', async () => {
    open()
    const pay = await button('pay')
    await waitFor(() => expect(pay.textContent).toContain(money(unitPrice * 2)))
    await user.click(pay)
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`/bank/${CODE}`))
    await waitForPath(paths.order(CODE))
  })

  it('in instalments shows every plan, and requires one', async () => {
    open()
    await choose(new RegExp(`^${t('checkout.payment.installment')}`))
    const plan = await screen.findByRole('radio', { name: t('checkout.payment.month', { count: 12 }) })
    expect(plan.closest('tr')?.textContent).toContain(money(Math.ceil((unitPrice * 2) / 12)))
    await user.click(await button('pay'))
    const summary = await screen.findByRole('alert')
    await waitFor(() => expect(summary).toHaveFocus())
    expect(placedCount()).toBe(0)
    await user.click(within(summary).getByRole('button'))
    await user.click(plan)
    await user.click(await button('pay'))
    await waitFor(() => expect(checkout.placed).toMatchObject([{ paymentMethod: 'installment', months: 12 }]))
  })

  it('for another recipient reports all missing fields at once', async () => {
    open()
    await payCash()
    await choose(new RegExp(`^${t('checkout.recipient.isOther')}`))
    await pressOrder()
    const summary = await screen.findByRole('alert')
    expect(within(summary).getAllByRole('listitem'), 'first name, last name and phone').toHaveLength(3)
    await user.click(within(summary).getAllByRole('button')[0]!)
    expect(screen.getByLabelText(t('checkout.recipient.firstName'))).toHaveFocus()
    await user.keyboard('Nigar')
    await user.type(screen.getByLabelText(t('checkout.recipient.lastName')), 'Əliyeva')
    await user.type(screen.getByLabelText(t('checkout.recipient.phoneNumber')), '055 123 45 67')
    await pressOrder()
    await waitForPlacedOrder()
    expect(checkout.placed[0]?.recipient).toEqual({ firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '+994551234567' })
  })
})

it('shows why an order is refused, keeps what was typed, and can then be paid by card', async () => {
  const detail = 'You already have several orders.'
  const refuse = HttpResponse.json({ status: 409, code: 'cash_orders_exceeded', title: 'No', detail }, { status: 409 })
  const keys = recordKeys(async (attempt) => (attempt === 1 ? refuse : undefined))
  open()
  await user.type(await cardText(), 'Ad günün mübarək!')
  await payCash()
  await pressOrder()

  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(alert).toHaveFocus())
  expect(alert.textContent).toContain(detail)
  expect(await cardText()).toHaveValue('Ad günün mübarək!')

  await choose(new RegExp(`^${t('checkout.payment.card')}`))
  await user.click(await button('pay'))
  await waitForPath(paths.order(CODE))
  expect(new Set(keys).size, 'another order has another key').toBe(2)
  expect(checkout.placed).toMatchObject([{ cardText: 'Ad günün mübarək!', paymentMethod: 'card' }])
})

describe('pressing once places one order', () => {
  it('also when pressed twice', async () => {
    const keys = recordKeys(async () => {
      await delay(50)
      return undefined
    })
    open()
    await payCash()
    await user.dblClick(await button('order'))
    await waitForPlacedOrder()
    expect(keys).toHaveLength(1)
  })

  it('also when pressed again after the request was lost', async () => {
    const keys = recordKeys(breakConnection(1, 'request'))
    open()
    await payCash()
    await pressOrder()
    await screen.findByText(t('common.failure.network'))
    await pressOrder()
    await waitForPlacedOrder()
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('also after a reload, which sends nothing by itself', async () => {
    const keys = recordKeys(breakConnection(1, 'request'))
    const { unmount } = open()
    await payCash()
    await pressOrder()
    await screen.findByText(t('common.failure.network'))
    unmount()
    open()
    await button('order')
    expect(keys).toHaveLength(1)
    await pressOrder()
    await waitForPlacedOrder()
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('also when the response was lost, which is then requested', async () => {
    const keys = recordKeys(breakConnection(2, 'response'))
    open()
    await payCash()
    await pressOrder()
    await screen.findByRole('heading', { name: t('checkout.unanswered.title') })
    await screen.findByText(t('common.failure.network'))
    await press(t('checkout.unanswered.again'))
    await waitForPlacedOrder()
    expect(new Set(keys).size).toBe(1)
    expect(placedCount()).toBe(1)
  })

  it('also when the response was lost before a reload', async () => {
    const keys = recordKeys(breakConnection(2, 'response'))
    const { unmount } = open()
    await payCash()
    await pressOrder()
    await waitFor(() => expect(keys).toHaveLength(2))
    unmount()
    open()
    await waitForPlacedOrder()
    expect(new Set(keys).size).toBe(1)
    expect(placedCount()).toBe(1)
  })
})

describe('a changed cart', () => {
  it('is listed line by line, and ordered only when confirmed', async () => {
    checkout.changes = [{ code: 'price', productId: plain.id, was: unitPrice, is: unitPrice + 100 }]
    open()
    await payCash()
    await pressOrder()
    const box = await screen.findByRole('alert')
    await waitFor(() => expect(box).toHaveFocus())
    const change = { name: plain.name.az, was: money(unitPrice), is: money(unitPrice + 100) }
    expect(box.textContent).toContain(t('checkout.change.price', change))
    expect(placedCount()).toBe(0)
    await pressOrder()
    await waitForPlacedOrder()
  })

  it('can be corrected in the checkout when stock ran short', async () => {
    state.cart = [{ productId: plain.id, count: plain.stock + 5 }]
    open()
    await press(new RegExp(t('checkout.take', { count: plain.stock })))
    await waitFor(() => expect(state.cart[0]?.count).toBe(plain.stock))
    await waitFor(async () =>
      expect(within(await summary()).queryByText(t('cart.problem.not_enough_stock', { count: plain.stock }))).toBeNull(),
    )
    await payCash()
    await pressOrder()
    await waitForPlacedOrder()
  })

  it('is reported when somebody else was faster, and the line can be removed', async () => {
    const rare = products.find(({ id, stock, sizes }) => id !== plain.id && stock > 0 && !sizes?.length)!
    const stockBefore = rare.stock
    onTestFinished(() => void (rare.stock = stockBefore))
    state.cart = [
      { productId: plain.id, count: 1 },
      { productId: rare.id, count: 1 },
    ]
    open()
    await payCash()
    await waitFor(async () => expect((await button('order')).textContent).toContain('₼'))
    rare.stock = 0
    await pressOrder()
    expect(await screen.findByRole('alert')).toHaveTextContent(rare.name.az)
    expect(placedCount()).toBe(0)
    const { textContent: withBoth } = await button('order')
    await press(new RegExp(`^${t('checkout.leaveOut')}`))
    await waitFor(() => expect(state.cart.map(({ productId }) => productId)).toEqual([plain.id]))
    // Only the total on the button may be ordered.
    await waitFor(async () => expect((await button('order')).textContent).not.toBe(withBoth))
    await pressOrder()
    await waitForPlacedOrder()
    expect(checkout.placed[0]?.lines.map(({ productId }) => productId)).toEqual([plain.id])
  })
})

describe('delivery', () => {
  it('uses the next free window, or a chosen one', async () => {
    open()
    const day = deliveryDays(1)[2]!
    // The fourth window of a day is 16:00–18:00.
    const slot = day.slots[3]!
    const dayButtons = await screen.findAllByRole('button', { pressed: false })
    await user.click(dayButtons.find(({ textContent }) => textContent?.includes(`${Number(day.date.slice(8))} `))!)
    await choose(/^16:00–18:00/)
    await payCash()
    await pressOrder()
    await waitForPlacedOrder()
    expect(checkout.placed[0]?.delivery?.from).toBe(slot.from)
  })

  it('in a window that has filled up shows it beside the window', async () => {
    const slot = deliveryDays(1)[2]!.slots[3]!
    checkout.full.add(slot.id)
    precheckout.set({ dateTime: slot.id })
    open()
    await waitFor(() => expect(screen.getByRole('region', { name: t('checkout.delivery.title') })).toHaveAccessibleDescription(/./))
    await choose(new RegExp(`^${t('checkout.delivery.soonest')}`))
    await waitFor(() => expect(screen.getByRole('region', { name: t('checkout.delivery.title') })).not.toHaveAccessibleDescription(/./))
  })
})

describe('a promo code', () => {
  const enter = async (code: string) => {
    const field = await screen.findByLabelText(t('cart.promo.label'))
    await user.clear(field)
    await user.type(field, `${code}{Enter}`)
  }
  const expectPromoText = (text: string) =>
    waitFor(() => expect(screen.getByLabelText(t('cart.promo.label'))).toHaveAccessibleDescription(text))
  const droppedText = (reason: string) => t('cart.promo.dropped', { reason })

  it('that does not apply shows the reason, and is removed', async () => {
    open()
    await enter('NOVRU')
    await expectPromoText(t('cart.promo.tooShort'))
    await enter('BELESIYOX')
    await expectPromoText(droppedText(t('cart.promo.notFound')))
    await enter('novruz')
    await expectPromoText(droppedText(t('cart.promo.reason.ended')))
    expect(screen.getByLabelText(t('cart.promo.label')), 'to be corrected').toHaveValue('novruz')
    expect(usePrecheckout.getState().promoCode).toBeNull()
    await payCash()
    await pressOrder()
    await waitForPlacedOrder()
  })

  it('that no longer applies to the cart does not block the order', async () => {
    precheckout.set({ promoCode: 'MINIMUM' })
    open()
    await payCash()
    await expectPromoText(droppedText(t('cart.promo.reason.below_minimum', { price: money(MINIMUM - unitPrice * 2) })))
    await pressOrder()
    await waitForPlacedOrder()
  })

  it('that applies reduces the total', async () => {
    open()
    await enter('sovqat10')
    const off = Math.round((unitPrice * 2) / 10)
    await waitFor(async () => expect((await summary()).textContent).toContain(money(unitPrice * 2 - off)))
    await payCash()
    await pressOrder()
    await waitForPlacedOrder()
    expect(checkout.placed[0]?.amounts.promoDiscount).toBe(off)
  })
})

it('a suggested card text can be inserted and edited', async () => {
  open()
  await press(t('checkout.words.ideaName.thanks'))
  const text = await cardText()
  expect(text).toHaveFocus()
  await user.keyboard(' Nigar')
  expect(text).toHaveValue(`${t('checkout.words.idea.thanks')} Nigar`)
})

describe('the page', () => {
  it('keeps all input after a reload', async () => {
    const { unmount } = open()
    await choose(new RegExp(`^${t('checkout.recipient.isOther')}`))
    await user.type(screen.getByLabelText(t('checkout.recipient.firstName')), 'Nigar')
    await user.type(screen.getByLabelText(new RegExp(t('checkout.words.note'))), 'Zəng etməyin')
    unmount()
    open()
    expect(await screen.findByLabelText(t('checkout.recipient.firstName'))).toHaveValue('Nigar')
    expect(screen.getByLabelText(new RegExp(t('checkout.words.note')))).toHaveValue('Zəng etməyin')
  })

  it('adds a first address in the checkout', async () => {
    // The form's chunk may take long to load on a busy machine.
    await import('~/features/addresses/address-form')
    profile.addresses = []
    open()
    await user.selectOptions(await screen.findByLabelText(t('account.addresses.label.cityId')), 'Gəncə')
    expect(screen.queryByLabelText(t('account.addresses.label.title')), 'only what a courier needs').toBeNull()
    await user.type(screen.getByLabelText(t('account.addresses.label.street')), 'Cavad xan')
    await user.type(screen.getByLabelText(t('account.addresses.label.building')), '3')
    await press(t('checkout.address.use'))
    expect(await screen.findByRole('radio', { name: new RegExp(`^${t('account.addresses.type.home')}`) })).toBeChecked()
    await payCash()
    await pressOrder()
    await waitForPlacedOrder()
  })

  it('preselects the place chosen in the header, and asks only for the rest', async () => {
    await import('~/features/addresses/address-form')
    profile.addresses = []
    destination.choose({ cityId: 2 })
    onTestFinished(() => {
      useDestination.setState(useDestination.getInitialState(), true)
    })
    open()
    await waitFor(() => expect(screen.getByLabelText(t('account.addresses.label.cityId'))).toHaveValue('2'))
  })

  it('links to the shop from an empty cart', async () => {
    state.cart = []
    open()
    await screen.findByRole('heading', { name: t('cart.empty.title') })
  })
})
