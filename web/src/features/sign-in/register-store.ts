import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type TimeLeft, timeLeft } from '~shared/lib/clock'
import { kept, tab } from '~shared/lib/persist'
import type { TypedPhone } from './phone'

interface ForgotPassword {
  forgot_email: string | null
  mailedAt: number
}

const NOTHING: ForgotPassword = { forgot_email: null, mailedAt: 0 }

export const useForgotPassword = create<ForgotPassword>()(persist(() => NOTHING, kept<ForgotPassword>('forgotPassword', { area: tab })))

export const forgotPassword = {
  mailed: (forgot_email: string, now: number) => useForgotPassword.setState({ forgot_email, mailedAt: now }),
  forgotten: () => useForgotPassword.setState(NOTHING),
}

interface Draft {
  firstName: string
  lastName: string
  email: string
}

/** What has to outlive a reload in the middle of signing up. Deadlines, for seconds would begin anew. */
interface Remembered {
  phoneNumber: string | null
  /** As it was typed, for those who change it. */
  typed: TypedPhone | null
  expiresAt: number
  resendAt: number
  verificationToken: string | null
  draft: Draft
}

interface Register extends Remembered {
  otpCode: string
  /** How long the code is still good. Nothing until the clock was looked at. */
  otpTime: TimeLeft | null
  resendTime: TimeLeft | null
}

const START: Register = {
  phoneNumber: null,
  typed: null,
  expiresAt: 0,
  resendAt: 0,
  verificationToken: null,
  draft: { firstName: '', lastName: '', email: '' },
  otpCode: '',
  otpTime: null,
  resendTime: null,
}

/** Neither the code nor, anywhere, a password: what is kept must be of no use to whoever finds it. */
const remembered = ({ otpCode: _code, otpTime: _time, resendTime: _resend, ...rest }: Register): Remembered => rest

export const useRegister = create<Register>()(
  persist(() => START, { ...kept<Remembered>('register', { area: tab }), partialize: remembered }),
)

interface Sent {
  expiresIn: number
  resendIn: number
}

const set = (change: Partial<Register>) => useRegister.setState(change)
const known = () => useRegister.getState()

export const register = {
  /** A code is on its way to this number. */
  codeSent: (phoneNumber: string, typed: TypedPhone, { expiresIn, resendIn }: Sent, now: number) =>
    set({
      ...START,
      draft: known().draft,
      phoneNumber,
      typed,
      expiresAt: now + expiresIn * 1000,
      resendAt: now + resendIn * 1000,
    }),
  /** The server wants more patience than it had asked for. */
  mustWait: (seconds: number, now: number) => set({ resendAt: now + seconds * 1000 }),
  ticked: (now: number) => set({ otpTime: timeLeft(known().expiresAt, now), resendTime: timeLeft(known().resendAt, now) }),
  codeTyped: (otpCode: string) => set({ otpCode }),
  proven: (verificationToken: string) => set({ verificationToken, otpCode: '', expiresAt: 0, resendAt: 0 }),
  drafted: (draft: Draft) => set({ draft }),
  /** The proof came too late: the number has to be proven once more. */
  unproven: () => set({ verificationToken: null }),
  forgotten: () => set(START),
}
