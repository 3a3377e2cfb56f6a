// The rules of the checkout, without I/O.

import * as v from 'valibot'
import type { Address, CheckedCart, DeliverySlot } from '~shared/api/types'
import type { Method, Precheckout, Recipient } from '~shared/features/checkout/store'
import type { FieldCode } from '~shared/features/forms/problems'
import { optionalText, phone, text } from '~shared/features/forms/rules'

export const MAX_NAME_LENGTH = 60
export const MAX_NOTE_LENGTH = 500
export const MAX_CARD_LENGTH = 300

/** The fields that may have errors, named as by the server. */
export const FIELDS = ['recipient.firstName', 'recipient.lastName', 'recipient.phoneNumber', 'note', 'cardText', 'months'] as const
export type Field = (typeof FIELDS)[number]
type FieldErrors = Partial<Record<Field, FieldCode>>

const RecipientSchema = v.object({
  firstName: text(MAX_NAME_LENGTH),
  lastName: text(MAX_NAME_LENGTH),
  phoneNumber: phone(),
})

const codeOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0]?.message as FieldCode | undefined

function recipientErrors({ recipientType, recipient }: Precheckout): FieldErrors {
  if (recipientType !== 'other') return {}
  const { issues } = v.safeParse(RecipientSchema, recipient ?? EMPTY_RECIPIENT)
  const errors: FieldErrors = {}
  // An empty field breaks other rules as well as `required`, so its first error counts.
  for (const { path, message } of issues ?? []) errors[`recipient.${path?.[0].key as keyof Recipient}`] ??= message as FieldCode
  return errors
}

/** The fee of a slot in qəpik. Goods worth `freeFrom` or more have free delivery, but a slot's surcharge is charged nevertheless. */
export function feeOf(
  { fee, surcharge }: Pick<DeliverySlot, 'fee' | 'surcharge'>,
  freeFrom: number | undefined,
  { subtotal, discount, promo }: Pick<CheckedCart, 'subtotal' | 'discount' | 'promo'>,
): number {
  if (promo?.kind === 'free_delivery') return 0
  return freeFrom !== undefined && subtotal - discount >= freeFrom ? surcharge : fee
}

/** Errors that the browser can find. */
export function clientErrors(choices: Precheckout): FieldErrors {
  const note = codeOf(optionalText(MAX_NOTE_LENGTH), choices.note ?? '')
  const cardText = codeOf(optionalText(MAX_CARD_LENGTH), choices.cardText ?? '')
  const isPlanMissing = methodOf(choices) === 'installment' && choices.months === null
  return {
    ...recipientErrors(choices),
    ...(note && { note }),
    ...(cardText && { cardText }),
    ...(isPlanMissing && { months: 'required' }),
  }
}

/** The choices that decide the price and whether the cart can be ordered. */
export interface CheckRequest {
  addressId?: number
  deliverySlot?: string
  promoCode?: string
  paymentMethod?: Method
  months?: number
}

/** An order without the quote, which the check of the cart returns. */
export interface OrderRequest extends CheckRequest {
  addressId: number
  paymentMethod: Method
  recipientType: 'self' | 'other'
  recipient?: Recipient
  note?: string
  cardText?: string
}

export const EMPTY_RECIPIENT: Recipient = { firstName: '', lastName: '', phoneNumber: '' }

/** The chosen address, else the default one, else the first. */
export const addressOf = ({ addressId }: Pick<Precheckout, 'addressId'>, addresses: Address[]): Address | undefined =>
  addresses.find(({ id }) => id === addressId) ?? addresses.find(({ isDefault }) => isDefault) ?? addresses[0]

/** Most shoppers pay by card. */
export const methodOf = ({ paymentMethod }: Pick<Precheckout, 'paymentMethod'>): Method => paymentMethod ?? 'card'

export function checkRequestOf(choices: Precheckout, address: Address | undefined): CheckRequest {
  const paymentMethod = methodOf(choices)
  const months = paymentMethod === 'installment' ? choices.months : null
  const isPlanMissing = paymentMethod === 'installment' && months === null
  return {
    ...(address && { addressId: address.id }),
    ...(choices.dateTime && { deliverySlot: choices.dateTime }),
    ...(choices.promoCode && { promoCode: choices.promoCode }),
    // Instalments are omitted until the number of months is chosen.
    ...(!isPlanMissing && { paymentMethod, ...(months !== null && { months }) }),
  }
}

const trimmed = ({ firstName, lastName, phoneNumber }: Recipient): Recipient => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  phoneNumber: phoneNumber.trim(),
})

export function orderRequestOf(choices: Precheckout, address: Address): OrderRequest {
  const note = choices.note?.trim()
  const cardText = choices.cardText?.trim()
  return {
    ...checkRequestOf(choices, address),
    addressId: address.id,
    paymentMethod: methodOf(choices),
    recipientType: choices.recipientType ?? 'self',
    ...(choices.recipientType === 'other' && { recipient: trimmed(choices.recipient ?? EMPTY_RECIPIENT) }),
    ...(note && { note }),
    ...(cardText && { cardText }),
  }
}
