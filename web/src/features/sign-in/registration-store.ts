// What the steps of the sign-in page know: the phone number, the code sent to it, its proof, and the address of a forgotten password.
// Stored for the tab, so that a reload keeps it.

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

/** The details of a new account, as typed so far. */
interface Draft {
  firstName: string
  lastName: string
  email: string
}

/** The state that must survive a reload. Times are deadlines, because countdowns would start again. */
interface PersistedRegistration {
  phoneNumber: string | null
  /** The number as typed, which can still be changed. */
  typed: TypedPhone | null
  /** The token that must be sent with the code, so that no other browser can use the code. */
  codeToken: string
  expiresAt: number
  /** From this time on, another code can be requested. */
  resendAt: number
  /** The server's proof that the visitor has entered the code sent to the number. */
  verificationToken: string | null
  /** The earlier account of the number, while the visitor has not said whether it is theirs. */
  unusedAccount: UnusedAccount | null
  draft: Draft
}

interface Registration extends PersistedRegistration {
  otpCode: string
  /** Time until the code expires, or null until first computed. */
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

/** Returns the part that is stored. It has no code and no password, so that it is useless to others. */
const persistedPart = ({ otpCode: _code, otpTime: _time, resendTime: _resend, ...stored }: Registration): PersistedRegistration => stored

export const useRegistration = create<Registration>()(
  persist(() => START, { ...persisted<PersistedRegistration>('register', { area: tab }), partialize: persistedPart }),
)

/** The server's response to a request for a code. Times are in seconds. */
interface SentCode {
  codeToken: string
  expiresIn: number
  resendIn: number
}

const set = (change: Partial<Registration>) => useRegistration.setState(change)
const current = () => useRegistration.getState()

/** Changes of the state, each named by its event. `now` is the time in milliseconds since 1970. */
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
  /** Makes the visitor wait longer than announced, because the server asked for it. */
  mustWait: (seconds: number, now: number) => set({ resendAt: now + seconds * 1000 }),
  ticked: (now: number) => set({ otpTime: timeLeft(current().expiresAt, now), resendTime: timeLeft(current().resendAt, now) }),
  codeTyped: (otpCode: string) => set({ otpCode }),
  proven: (verificationToken: string, unusedAccount: UnusedAccount | null = null) =>
    set({ verificationToken, unusedAccount, codeToken: '', otpCode: '', expiresAt: 0, resendAt: 0 }),
  /** Records that the visitor is a new owner of the number, and signs up with it. */
  takenOver: () => set({ unusedAccount: null }),
  drafted: (draft: Draft) => set({ draft }),
  /** Records that the proof has expired: the number has to be proven again. */
  unproven: () => set({ verificationToken: null, unusedAccount: null }),
  cleared: () => set(START),
}
