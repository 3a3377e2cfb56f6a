// Fills in the page on which an operator takes an order on the phone.
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component } from '~admin/routes/new-order'
import { money } from '~shared/i18n/format'
import { useToasts } from '~shared/ui/toast-store'
import { products } from './catalogue'
import { checkout } from './checkout-state'
import { choose, enter, fieldLabelled, pressButton } from './forms'
import { openAt, t } from './in-shop'

const cheap = products.find(({ sizes, stock, discounted, price }) => !sizes && stock > 5 && discounted === undefined && price < 5000)
const withSizes = products.find(({ sizes }) => sizes?.length)
if (!cheap || !withSizes) throw new Error('the mock needs a product with sizes and a cheap one without')
/** A product without sizes whose delivery costs something. */
export const plain = cheap
export const sized = withSizes

/** The delivery fee of Baku, in qəpik. */
export const FEE = 400
/** Customers of the mock: one with an account, one whose account is blocked. */
export const KNOWN_PHONE = '055 765 43 21'
export const BLOCKED_PHONE = '050 111 22 44'
export const NEW_PHONE = '051 234 56 78'

export const open = () => openAt(adminPaths.newOrder(), { path: '/idare/sifarisler/yeni', Component })
export const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
export const field = (name: string) => fieldLabelled(new RegExp(`^${escaped(name)}( |$)`))
type Label = 'customerPhone' | 'firstName' | 'recipientFirstName' | 'recipientPhone' | 'cardText' | 'promoCode' | 'note'
export const own = (name: Label) => field(t(`admin.phone.label.${name}`))
export const slotField = async () => (await field(t('admin.phone.label.deliverySlot'))) as HTMLSelectElement
export const place = () => pressButton(t('admin.phone.place'))
export const bill = () => screen.getByRole('region', { name: t('orders.amounts.title') })
/** Amounts contain non-breaking spaces, which `toHaveTextContent` replaces. */
export const plainMoney = (qepik: number) => money(qepik).replaceAll('\u00a0', ' ')
export const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text)
export const sent = () => checkout.phoneOrders

/** Waits until the bill belongs to the typed values. */
export async function billIsReady(total?: number) {
  await waitFor(() => expect(bill()).toHaveAttribute('aria-busy', 'false'))
  if (total !== undefined) await waitFor(() => expect(bill()).toHaveTextContent(plainMoney(total)))
}

export async function addProduct({ name }: { name: { az: string } }) {
  enter(await field(t('admin.phone.label.lines')), name.az)
  await pressButton(t('admin.phone.addOf', { name: name.az }))
}

export async function choosePlace() {
  await choose(await field(t('account.addresses.label.cityId')), 'Bakı')
  // The select is mounted again when its options arrive.
  await screen.findByRole('option', { name: 'Nəsimi' })
  await choose(await field(t('account.addresses.label.districtId')), 'Nəsimi')
}

export async function fillIn(phoneNumber = NEW_PHONE) {
  await addProduct(plain)
  enter(await own('customerPhone'), phoneNumber)
  enter(await own('firstName'), 'Aysel')
  enter(await field(t('admin.phone.label.lastName')), 'Məmmədova')
  await choosePlace()
  enter(await field(t('account.addresses.label.street')), 'Nizami küçəsi')
  enter(await field(t('account.addresses.label.building')), '10A')
}
