import * as v from 'valibot'
import type { Address, CheckedCart, DeliverySlot } from '~shared/api/types'
import type { Method, Precheckout, Recipient } from '~shared/features/checkout/store'
import type { FieldCode } from '~shared/features/forms/problems'
import { optionalPhone, optionalText, text } from '~shared/features/forms/rules'

export const LONGEST_NAME = 60
export const LONGEST_NOTE = 500
export const LONGEST_CARD = 300

/** What the shopper fills in, by the names the server blames them by. */
export const FIELDS = ['recipient.firstName', 'recipient.lastName', 'recipient.phoneNumber', 'note', 'cardText', 'months'] as const
export type Field = (typeof FIELDS)[number]
type Wrong = Partial<Record<Field, FieldCode>>

const RecipientSchema = v.object({
  firstName: text(LONGEST_NAME),
  lastName: text(LONGEST_NAME),
  phoneNumber: v.pipe(optionalPhone(), v.minLength(1, 'required' satisfies FieldCode)),
})

const codeOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0]?.message as FieldCode | undefined

function wrongOfRecipient({ recipientType, recipient }: Precheckout): Wrong {
  if (recipientType !== 'other') return {}
  const { issues } = v.safeParse(RecipientSchema, recipient ?? NOBODY)
  const wrong: Wrong = {}
  // A field that is empty breaks more rules than that it is required.
  for (const { path, message } of issues ?? []) wrong[`recipient.${path?.[0].key as keyof Recipient}`] ??= message as FieldCode
  return wrong
}

/** Returns the delivery fee of a slot for this cart. The slot's surcharge is charged even when delivery is free. */
export function feeOf(
  { fee, surcharge }: Pick<DeliverySlot, 'fee' | 'surcharge'>,
  freeFrom: number | undefined,
  { subtotal, discount, promo }: Pick<CheckedCart, 'subtotal' | 'discount' | 'promo'>,
): number {
  if (promo?.kind === 'free_delivery') return 0
  return freeFrom !== undefined && subtotal - discount >= freeFrom ? surcharge : fee
}

/** What can be seen to be wrong before the server is asked. */
export function wrongOf(said: Precheckout): Wrong {
  const note = codeOf(optionalText(LONGEST_NOTE), said.note ?? '')
  const cardText = codeOf(optionalText(LONGEST_CARD), said.cardText ?? '')
  const isPlanMissing = methodOf(said) === 'installment' && said.months === null
  return {
    ...wrongOfRecipient(said),
    ...(note && { note }),
    ...(cardText && { cardText }),
    ...(isPlanMissing && { months: 'required' }),
  }
}

// From what was said to what is sent. Nothing here performs I/O.

/** What a check depends on. */
export interface Asked {
  addressId?: number
  deliverySlot?: string
  promoCode?: string
  paymentMethod?: Method
  months?: number
}

/** Everything of an order but the quote. */
export interface Intent extends Asked {
  addressId: number
  paymentMethod: Method
  recipientType: 'self' | 'other'
  recipient?: Recipient
  note?: string
  cardText?: string
}

export const NOBODY: Recipient = { firstName: '', lastName: '', phoneNumber: '' }

/** The one that was chosen, and the main one until somebody chooses. */
export const addressOf = ({ addressId }: Pick<Precheckout, 'addressId'>, addresses: Address[]): Address | undefined =>
  addresses.find(({ id }) => id === addressId) ?? addresses.find(({ isDefault }) => isDefault) ?? addresses[0]

/** Most people pay by card; whoever does not is one press away. */
export const methodOf = ({ paymentMethod }: Pick<Precheckout, 'paymentMethod'>): Method => paymentMethod ?? 'card'

export function askedOf(said: Precheckout, address: Address | undefined): Asked {
  const paymentMethod = methodOf(said)
  const months = paymentMethod === 'installment' ? said.months : null
  return {
    ...(address && { addressId: address.id }),
    ...(said.dateTime && { deliverySlot: said.dateTime }),
    ...(said.promoCode && { promoCode: said.promoCode }),
    // Instalments are no answer before it is known how many.
    ...(paymentMethod === 'installment' ? months !== null && { paymentMethod, months } : { paymentMethod }),
  }
}

const trimmed = ({ firstName, lastName, phoneNumber }: Recipient): Recipient => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  phoneNumber: phoneNumber.trim(),
})

export function intentOf(said: Precheckout, address: Address): Intent {
  const note = said.note?.trim()
  const cardText = said.cardText?.trim()
  return {
    ...askedOf(said, address),
    addressId: address.id,
    paymentMethod: methodOf(said),
    recipientType: said.recipientType ?? 'self',
    ...(said.recipientType === 'other' && { recipient: trimmed(said.recipient ?? NOBODY) }),
    ...(note && { note }),
    ...(cardText && { cardText }),
  }
}
