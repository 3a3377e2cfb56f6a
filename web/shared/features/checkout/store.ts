import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept } from '~shared/lib/persist'

export interface Recipient {
  firstName: string
  lastName: string
  phoneNumber: string
}

export const METHODS = ['card', 'cash', 'installment'] as const
export type Method = (typeof METHODS)[number]

/** What was said about an order before it is placed. It outlives a reload, the sign-in page and the bank's. */
export interface Precheckout {
  recipientType: 'self' | 'other' | null
  /** The delivery slot; the next that is free while nobody chose one. */
  dateTime: string | null
  recipient: Recipient | null
  note: string | null
  addressId: number | null
  cardText: string | null
  promoCode: string | null
  paymentMethod: Method | null
  months: number | null
  /** Whose order it would be: somebody else on this device begins afresh. Nobody's is what a guest said. */
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

export const usePrecheckout = create<Precheckout>()(persist(() => NOTHING, kept<Precheckout>('precheckout')))

export const precheckout = {
  set: (said: Partial<Precheckout>) => usePrecheckout.setState(said),
  reset: () => usePrecheckout.setState(({ owner }) => ({ ...NOTHING, owner })),
  belongsTo: (user: number) =>
    usePrecheckout.setState(({ owner, ...said }) => ({ ...(owner === null || owner === user ? said : NOTHING), owner: user })),
  forget: () => usePrecheckout.setState(NOTHING),
}
