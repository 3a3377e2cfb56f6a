import { useMutation } from '@tanstack/react-query'
import { ApiFailure } from '~shared/api/failure'
import { post } from '~shared/api/http'
import type { Session } from '~shared/api/types'
import { useLocale } from '~shared/i18n/context'
import { arrive } from './arrive'
import { deviceName } from './device'
import { register, useRegister } from './register-store'

/** Hands the code in. A known number is signed in by it; an unknown one goes on to say who it is. */
export function useVerify(onNewcomer: () => void | Promise<void>) {
  const locale = useLocale()
  return useMutation({
    mutationFn: async (otpCode: string) => {
      const { phoneNumber } = useRegister.getState()
      const { data } = await post(locale, '/auth/otp/verify', { phoneNumber: phoneNumber ?? '', otpCode, device: deviceName() })
      return data
    },
    onSuccess: async ({ verificationToken, ...session }) => {
      if (verificationToken === undefined) {
        arrive(session as Session)
        return
      }
      register.proven(verificationToken)
      await onNewcomer()
    },
  })
}

/** Sends another code to the same number. */
export function useResend() {
  const locale = useLocale()
  return useMutation({
    mutationFn: async () => {
      const { phoneNumber, typed } = useRegister.getState()
      if (!phoneNumber || !typed) return
      const { data } = await post(locale, '/auth/otp/send', { phoneNumber })
      register.codeSent(phoneNumber, typed, data, Date.now())
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.retryAfter) register.mustWait(error.retryAfter, Date.now())
    },
  })
}
