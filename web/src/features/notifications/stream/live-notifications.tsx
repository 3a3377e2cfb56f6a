// Receives notifications while the shop is open. One tab, the leader, holds the browser's stream and forwards its events to the other tabs.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { unreadQuery } from '~/features/account/counts'
import { notificationsQuery } from '~/features/account/queries'
import { useIsVisible } from '~/lib/use-is-visible'
import { followStream } from '~shared/api/event-stream'
import type { Notification } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { loadPart } from '~shared/i18n/load'
import { type Locale, withoutLocale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { LIST_KEY, useMarkRead } from '../mutations'
import { type News, newsOf } from '../news'

/** The leader's lock, and the channel between tabs. */
const NAME = 'sovqat-notification-stream'

/** Whether tabs can share a stream. Without these APIs, every tab polls the count. */
const canElectLeader = () => 'locks' in navigator && 'BroadcastChannel' in globalThis

/** Leads until aborted. When a tab closes or crashes, the next one gets the lock. */
async function leadWhenFree(signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(NAME, { signal }, lead)
  } catch (error) {
    // The wait for the lock was aborted.
    if (!signal.aborted) throw error
  }
}

/** The sender does not receive its own messages. */
const channel = () => new BroadcastChannel(NAME)

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

interface PageContext {
  client: QueryClient
  t: Translate
  locale: Locale
  open: (item: Notification) => void
}

/** Whether the page that a notification links to is open. It shows the change itself. */
const isShownHere = ({ link }: Notification) => link !== undefined && withoutLocale(location.pathname) === link

export function applyNewsTo({ client, t, locale, open }: PageContext) {
  const unread = unreadQuery(locale).queryKey

  /** The leader may have another language than this tab. */
  const findInOwnLanguage = async (id: number) => (await client.query(notificationsQuery(locale, 1))).data.find((item) => item.id === id)

  const showToast = (item: Notification) => {
    if (isShownHere(item)) return
    toast.plain(
      t('notifications.fresh', { title: item.title, text: item.text }),
      item.link ? { label: t('notifications.open'), run: () => open(item) } : undefined,
    )
  }

  return (news: News, textLocale: Locale) => {
    if (news.kind === 'count') {
      // A response in flight is older than the event.
      void client.cancelQueries({ queryKey: unread })
      client.setQueryData(unread, { data: { count: news.unread } })
      return
    }
    void client.invalidateQueries({ queryKey: LIST_KEY })
    // On a hidden page, the count is enough.
    if (document.visibilityState !== 'visible') return
    if (textLocale === locale) showToast(news.item)
    else
      void findInOwnLanguage(news.id).then(
        (item) => item && showToast(item),
        () => {},
      )
  }
}

const STREAM = '/notification/stream'
/** How often the count is fetched while the stream is down. */
const POLL_MS = 60_000

type TabMessage = { kind: 'news'; news: News; locale: Locale; lastId: string | undefined } | { kind: 'connected'; value: boolean }

interface NewsListener {
  /** `textLocale` is the language of the text: that of the leader. */
  onNews: (news: News, textLocale: Locale) => void
  /** Called regularly while the stream is down. */
  pollCount: () => void
}

/** Receives events until aborted, from the leader or as the leader. Every tab keeps `lastId`, where the next leader continues. */
export async function receiveNews(locale: Locale, signal: AbortSignal, { onNews, pollCount }: NewsListener): Promise<void> {
  // Polls until the stream is known to work, and always without a leader.
  let isConnected = false
  const timer = setInterval(() => !isConnected && pollCount(), POLL_MS)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  if (!canElectLeader()) return

  let lastId: string | undefined
  const otherTabs = channel()
  signal.addEventListener('abort', () => otherTabs.close(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  const broadcast = (message: TabMessage) => !signal.aborted && otherTabs.postMessage(message)
  otherTabs.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.kind === 'connected') isConnected = message.value
    else {
      isConnected = true
      lastId = message.lastId ?? lastId
      onNews(message.news, message.locale)
    }
  })

  await leadWhenFree(signal, () =>
    followStream(locale, STREAM, signal, {
      lastId,
      onConnected: (value) => {
        isConnected = value
        broadcast({ kind: 'connected', value })
      },
      onEvent: (event) => {
        const news = newsOf(event)
        if (!news) return false
        lastId = event.id ?? lastId
        onNews(news, locale)
        broadcast({ kind: 'news', news, locale, lastId })
        return true
      },
    }),
  )
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
