import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { kept, tab } from '~shared/lib/persist'

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
