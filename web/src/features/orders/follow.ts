import { followLine } from '~shared/api/follow-line'
import type { Order } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'

interface Listener {
  heard: (order: Order) => void
  /** Whether the line stands: while it does not, somebody has to ask. */
  stands: (does: boolean) => void
}

/** Hears of everything that happens to an order until told to stop. */
export const follow = (locale: Locale, code: string, signal: AbortSignal, { heard, stands }: Listener) =>
  followLine(locale, `/order/${encodeURIComponent(code)}/track`, signal, {
    stands,
    heard: ({ event, data }) => {
      if (event !== 'order') return false
      heard(JSON.parse(data) as Order)
      return true
    },
  })
