import { useEffect } from 'react'
import { clock } from '~shared/features/forms/clock'
import { useCountdown } from '~shared/features/forms/use-countdown'
import { register, useRegister } from './register-store'

/** Keeps the times of the store going while somebody looks at them. */
export function useOtpClock() {
  const { expiresAt, resendAt } = useRegister()
  const ticks = [useCountdown(expiresAt), useCountdown(resendAt)].map((left) => left && clock(left)).join()
  useEffect(() => {
    register.ticked(Date.now())
  }, [ticks])
}
