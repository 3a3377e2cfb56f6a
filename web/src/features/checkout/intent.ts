import type { Address } from '~shared/api/types'
import type { Method, Precheckout, Recipient } from '~shared/features/checkout/store'

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
