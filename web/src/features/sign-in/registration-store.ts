// The data of the sign-in page's steps. Stored for the tab, so that a reload keeps it.

import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { UnusedAccount } from '~shared/api/types'
import { type TimeLeft, timeLeft } from '~shared/lib/clock'
import { persisted, tab } from '~shared/lib/persist'
import type { TypedPhone } from './phone'

/** A request for a mailed link that sets a new password. */
interface ForgotPassword {
  forgot_email: string | null
  mailedAt: number
}

const NOTHING: ForgotPassword = { forgot_email: null, mailedAt: 0 }

export const useForgotPassword = create<ForgotPassword>()(
  persist(() => NOTHING, persisted<ForgotPassword>('forgotPassword', { area: tab })),
)

export const forgotPassword = {
  mailed: (forgot_email: string, now: number) => useForgotPassword.setState({ forgot_email, mailedAt: now }),
  cleared: () => useForgotPassword.setState(NOTHING),
}

/** Details of a new account, as typed so far. */
export interface Draft {
  firstName: string
  lastName: string
  email: string
}

/** The part that a reload keeps. Times are deadlines, because countdowns would start again. */
interface PersistedRegistration {
  phoneNumber: string | null
  /** The number as typed, for the field that changes it. */
  typed: TypedPhone | null
  /** Sent with the code, so that no other browser can use the code. */
  codeToken: string
  expiresAt: number
  /** Another code can be requested from this time on. */
  resendAt: number
  /** The server's proof that the visitor has entered the code. */
  verificationToken: string | null
  /** The earlier account of the number, until the visitor says whether it is theirs. */
  unusedAccount: UnusedAccount | null
  draft: Draft
}

interface Registration extends PersistedRegistration {
  otpCode: string
  /** The time until the code expires. Null until it is first computed. */
  otpTime: TimeLeft | null
  resendTime: TimeLeft | null
}

const START: Registration = {
  phoneNumber: null,
  typed: null,
  codeToken: '',
  expiresAt: 0,
  resendAt: 0,
  verificationToken: null,
  unusedAccount: null,
  draft: { firstName: '', lastName: '', email: '' },
  otpCode: '',
  otpTime: null,
  resendTime: null,
}

/** Codes are never stored. */
const persistedPart = ({ otpCode: _code, otpTime: _time, resendTime: _resend, ...stored }: Registration): PersistedRegistration => stored

export const useRegistration = create<Registration>()(
  persist(() => START, { ...persisted<PersistedRegistration>('register', { area: tab }), partialize: persistedPart }),
)

/** Times are in seconds. */
interface SentCode {
  codeToken: string
  expiresIn: number
  resendIn: number
}

const set = (change: Partial<Registration>) => useRegistration.setState(change)
const current = () => useRegistration.getState()

/** Events of the sign-in. `now` is in milliseconds since 1970. */
export const registration = {
  codeSent: (phoneNumber: string, typed: TypedPhone, { codeToken, expiresIn, resendIn }: SentCode, now: number) =>
    set({
      ...START,
      draft: current().draft,
      phoneNumber,
      typed,
      codeToken,
      expiresAt: now + expiresIn * 1000,
      resendAt: now + resendIn * 1000,
    }),
  /** The server may ask for a longer wait than announced. */
  mustWait: (seconds: number, now: number) => set({ resendAt: now + seconds * 1000 }),
  ticked: (now: number) => set({ otpTime: timeLeft(current().expiresAt, now), resendTime: timeLeft(current().resendAt, now) }),
  codeTyped: (otpCode: string) => set({ otpCode }),
  proven: (verificationToken: string, unusedAccount: UnusedAccount | null = null) =>
    set({ verificationToken, unusedAccount, codeToken: '', otpCode: '', expiresAt: 0, resendAt: 0 }),
  /** The visitor is a new owner of the number. */
  takenOver: () => set({ unusedAccount: null }),
  drafted: (draft: Draft) => set({ draft }),
  /** The server has said that the proof has expired. */
  unproven: () => set({ verificationToken: null, unusedAccount: null }),
  cleared: () => set(START),
}
