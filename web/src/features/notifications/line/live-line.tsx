import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useI18n } from '~/i18n/context'
import { loadPart } from '~/i18n/load'
import { useSeenLately } from '~/lib/use-seen-lately'
import { hear } from './hear'
import { listen } from './listen'
import { unreadQuery } from '../queries'

const FORGOTTEN_AFTER = 5 * 60_000

/** Keeps the unread count and the list true while somebody is here, and tells of what is new. Shows nothing of its own. */
export default function LiveLine() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useSeenLately(FORGOTTEN_AFTER)
  // The router gives a new one on every page: the line stays.
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  }, [navigate])

  useEffect(() => {
    if (!isHere) return
    const stop = new AbortController()
    const { queryKey } = unreadQuery(locale)
    const ask = () => void client.invalidateQueries({ queryKey })
    const start = async () => {
      // The words of a toast.
      await loadPart(locale, 'notifications')
      if (stop.signal.aborted) return
      await listen(locale, stop.signal, {
        ask,
        heard: hear({ client, t, locale, open: (link) => void go.current(link) }),
      })
    }
    void start().catch(() => {})
    return () => {
      stop.abort()
      // Whatever happens while nobody listens is asked for when somebody is back.
      void client.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  }, [isHere, client, locale, t])

  return null
}
