// The shopper's choices at the checkout before the order is placed ("precheckout"): recipient, time, address and payment.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { persisted } from '~shared/lib/persist'

export interface Recipient {
  firstName: string
  lastName: string
  phoneNumber: string
}

export const METHODS = ['card', 'cash', 'installment'] as const
export type Method = (typeof METHODS)[number]

/** The choices of the checkout, kept over a reload, the sign-in and the bank's page. */
export interface Precheckout {
  recipientType: 'self' | 'other' | null
  /** The start of the delivery slot. Null means the next free one. */
  dateTime: string | null
  recipient: Recipient | null
  note: string | null
  addressId: number | null
  /** The text of the greeting card. */
  cardText: string | null
  promoCode: string | null
  paymentMethod: Method | null
  /** The number of instalments. */
  months: number | null
  /** The account to which the choices belong. Null for a guest, whose choices the next account takes over. */
  owner: number | null
}

const NOTHING: Precheckout = {
  recipientType: null,
  dateTime: null,
  recipient: null,
  note: null,
  addressId: null,
  cardText: null,
  promoCode: null,
  paymentMethod: null,
  months: null,
  owner: null,
}

export const usePrecheckout = create<Precheckout>()(persist(() => NOTHING, persisted<Precheckout>('precheckout')))

/** Changes of the choices. */
export const precheckout = {
  set: (choices: Partial<Precheckout>) => usePrecheckout.setState(choices),
  /** Clears the choices after an order was placed. */
  reset: () => usePrecheckout.setState(({ owner }) => ({ ...NOTHING, owner })),
  /** Assigns the choices to a signed-in account. Choices of another account are dropped. */
  takeOverFor: (user: number) =>
    usePrecheckout.setState(({ owner, ...choices }) => ({ ...(owner === null || owner === user ? choices : NOTHING), owner: user })),
  /** Clears everything at sign-out. */
  forget: () => usePrecheckout.setState(NOTHING),
}
