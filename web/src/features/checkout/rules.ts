import * as v from 'valibot'
import type { CheckedCart, DeliverySlot } from '~shared/api/types'
import { optionalPhone, optionalText, text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/words'
import { methodOf, NOBODY } from './intent'
import type { Precheckout, Recipient } from '~shared/features/checkout/store'

export const LONGEST_NAME = 60
export const LONGEST_NOTE = 500
export const LONGEST_CARD = 300

/** What the shopper fills in, by the names the server blames them by. */
export const FIELDS = ['recipient.firstName', 'recipient.lastName', 'recipient.phoneNumber', 'note', 'cardText', 'months'] as const
export type Field = (typeof FIELDS)[number]
export type Wrong = Partial<Record<Field, FieldCode>>

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
