import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept } from '~/lib/persist'

interface Recipient {
  firstName: string
  lastName: string
  phoneNumber: string
}

/** What was said about an order before it is placed. */
export interface Precheckout {
  recipientType: 'self' | 'other' | null
  dateTime: string | null
  recipient: Recipient | null
  note: string | null
}

const NOTHING: Precheckout = { recipientType: null, dateTime: null, recipient: null, note: null }

export const usePrecheckout = create<Precheckout>()(persist(() => NOTHING, kept<Precheckout>('precheckout')))

export const precheckout = {
  set: (said: Partial<Precheckout>) => usePrecheckout.setState(said),
  reset: () => usePrecheckout.setState(NOTHING),
}
