import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { UnusedAccount } from '~shared/api/types'
import { type TimeLeft, timeLeft } from '~shared/lib/clock'
import { persisted, tab } from '~shared/lib/persist'
import type { TypedPhone } from './phone'

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

interface Draft {
  firstName: string
  lastName: string
  email: string
}

/** State of signing up that must survive a reload. Stores deadlines, because counters would start again. */
interface PersistedRegistration {
  phoneNumber: string | null
  /** The number as typed, which can still be changed. */
  typed: TypedPhone | null
  /** A token that is sent along with the code, which no other browser can use. */
  codeToken: string
  expiresAt: number
  resendAt: number
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

/** Stores neither codes nor passwords, so that the stored data is useless to others. */
const persistedPart = ({ otpCode: _code, otpTime: _time, resendTime: _resend, ...rest }: Registration): PersistedRegistration => rest

export const useRegistration = create<Registration>()(
  persist(() => START, { ...persisted<PersistedRegistration>('register', { area: tab }), partialize: persistedPart }),
)

interface SentCode {
  codeToken: string
  expiresIn: number
  resendIn: number
}

const set = (change: Partial<Registration>) => useRegistration.setState(change)
const current = () => useRegistration.getState()

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
