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
  /** The start of the delivery slot; null means the next free one. */
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
  /** The id of the account. Null for a guest, whose choices the next account takes over. */
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

export const precheckout = {
  set: (choices: Partial<Precheckout>) => usePrecheckout.setState(choices),
  reset: () => usePrecheckout.setState(({ owner }) => ({ ...NOTHING, owner })),
  /** Choices of another account are dropped. */
  takeOverFor: (user: number) =>
    usePrecheckout.setState(({ owner, ...choices }) => ({ ...(owner === null || owner === user ? choices : NOTHING), owner: user })),
  forget: () => usePrecheckout.setState(NOTHING),
}
