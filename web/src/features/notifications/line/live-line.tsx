import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Notification } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { loadPart } from '~shared/i18n/load'
import { useSeenLately } from '~/lib/use-seen-lately'
import { useMarkRead } from '../mutations'
import { unreadQuery } from '../queries'
import { hear } from './hear'
import { listen } from './listen'

const FORGOTTEN_AFTER = 5 * 60_000

/** Keeps the unread count and the list true while somebody is here, and tells of what is new. Shows nothing of its own. */
export default function LiveLine() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const isHere = useSeenLately(FORGOTTEN_AFTER)
  const wasAway = useRef(false)
  const open = useOpen()

  useEffect(() => {
    if (!isHere) return
    const stop = new AbortController()
    const { queryKey } = unreadQuery(locale)
    const ask = () => void client.invalidateQueries({ queryKey })
    if (wasAway.current) ask()
    const start = async () => {
      // The words of a toast.
      await loadPart(locale, 'notifications')
      if (!stop.signal.aborted)
        await listen(locale, stop.signal, { ask, heard: hear({ client, t, locale, open: (item) => open.current(item) }) })
    }
    // Without it the count is as old as the page: that is what there was before there were lines.
    void start().catch(() => {})
    return () => {
      wasAway.current = true
      stop.abort()
    }
  }, [isHere, client, locale, t, open])

  return null
}

/** The router and the mutation give new functions on every page; the line outlives them. */
function useOpen() {
  const navigate = useNavigate()
  const { mutate: markRead } = useMarkRead()
  const open = useRef<(item: Notification) => void>(() => {})
  useEffect(() => {
    open.current = ({ id, link }) => {
      markRead(id)
      if (link) void navigate(link)
    }
  }, [navigate, markRead])
  return open
}
