// Receives notifications while the shop is open.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { unreadQuery } from '~/features/account/counts'
import { useIsVisible } from '~/lib/use-is-visible'
import type { Notification } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { loadPart } from '~shared/i18n/load'
import { useMarkRead } from '../mutations'
import { applyNewsTo } from './apply-news'
import { receiveNews } from './receive-news'

/** True for `graceMs` after the page was hidden, so that a glance at another tab does not disconnect. */
function useRecentlyVisible(graceMs: number): boolean {
  const isVisible = useIsVisible()
  const [isGraceOver, setGraceOver] = useState(false)

  useEffect(() => {
    if (isVisible) return
    const timer = setTimeout(() => setGraceOver(true), graceMs)
    return () => {
      clearTimeout(timer)
      setGraceOver(false)
    }
  }, [isVisible, graceMs])

  return isVisible || !isGraceOver
}

/** A page hidden for this long leaves the stream. */
const DISCONNECT_MS = 5 * 60_000

/** Keeps the unread count and the list up to date, and shows toasts. */
export default function LiveNotifications() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const isHere = useRecentlyVisible(DISCONNECT_MS)
  const wasAway = useRef(false)
  const open = useOpenNotification()

  useEffect(() => {
    if (!isHere) return
    const stop = new AbortController()
    const { queryKey } = unreadQuery(locale)
    const pollCount = () => void client.invalidateQueries({ queryKey })
    if (wasAway.current) pollCount()
    const start = async () => {
      // The toasts need these texts.
      await loadPart(locale, 'notifications')
      if (!stop.signal.aborted)
        await receiveNews(locale, stop.signal, {
          pollCount,
          onNews: applyNewsTo({ client, t, locale, open: (item) => open.current(item) }),
        })
    }
    // After a failure, the count is only as fresh as the page.
    void start().catch(() => {})
    return () => {
      wasAway.current = true
      stop.abort()
    }
  }, [isHere, client, locale, t, open])

  return null
}

/** The router changes `navigate` with every page. A ref keeps the stream from restarting. */
function useOpenNotification() {
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
