import { ApiFailure } from '~shared/api/failure'
import { isOver, type TimeLeft } from './clock'
import { useCountdown } from './use-countdown'
import type { SendFormState } from './use-send-form'

/** How long the server wants to be left alone after it refused. */
export function useWait({ failure, failedAt }: Pick<SendFormState, 'failure' | 'failedAt'>): TimeLeft | null {
  const asked = failure instanceof ApiFailure ? failure.retryAfter : undefined
  const left = useCountdown(asked === undefined ? null : failedAt + asked * 1000)
  return left && !isOver(left) ? left : null
}
