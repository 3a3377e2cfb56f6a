import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { unreadQuery } from '~/features/account/counts'
import { notificationsQuery } from '~/features/account/queries'
import { useIsVisible } from '~/lib/use-is-visible'
import { followLine } from '~shared/api/follow-line'
import type { Notification } from '~shared/api/types'
import { type Translate, useI18n } from '~shared/i18n/context'
import { loadPart } from '~shared/i18n/load'
import { type Locale, withoutLocale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import { LIST, useMarkRead } from '../mutations'
import { type News, newsOf } from '../news'

// One notification stream for the whole browser: one tab, the leader, holds it and forwards events to the other tabs.

const NAME = 'sovqat-notifications'

/** APIs that tabs need to elect a leader. Without them, every tab polls the count. */
const canAgree = () => 'locks' in navigator && 'BroadcastChannel' in globalThis

/** Waits for the lock, and leads until aborted. When a tab closes or crashes, the next one gets the lock. */
async function leadInTurn(signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(NAME, { signal }, lead)
  } catch (error) {
    // Aborted while waiting for the lock.
    if (!signal.aborted) throw error
  }
}

/** Channel from the leader to the other tabs; the leader does not receive its own messages. */
const channel = () => new BroadcastChannel(NAME)

/** True while the page is visible and for `within` milliseconds after, so that a glance at another tab does not disconnect. */
function useSeenLately(within: number): boolean {
  const isVisible = useIsVisible()
  const [isForgotten, setForgotten] = useState(false)

  useEffect(() => {
    if (isVisible) return
    const timer = setTimeout(() => setForgotten(true), within)
    return () => {
      clearTimeout(timer)
      setForgotten(false)
    }
  }, [isVisible, within])

  return isVisible || !isForgotten
}

interface Here {
  client: QueryClient
  t: Translate
  locale: Locale
  open: (item: Notification) => void
}

/** True if the page that the notification links to is open. That page shows the change itself. */
const isShownHere = ({ link }: Notification) => link !== undefined && withoutLocale(location.pathname) === link

/** Returns a function that applies events to this page. */
export function hear({ client, t, locale, open }: Here) {
  const unread = unreadQuery(locale).queryKey

  /** The leader may have another language, so the text is fetched in this tab's. */
  const inOwnWords = async (id: number) => (await client.query(notificationsQuery(locale, 1))).data.find((item) => item.id === id)

  const tell = (item: Notification) => {
    if (isShownHere(item)) return
    toast.plain(
      t('notifications.fresh', { title: item.title, text: item.text }),
      item.link ? { label: t('notifications.open'), run: () => open(item) } : undefined,
    )
  }

  return (news: News, inLocale: Locale) => {
    if (news.kind === 'count') {
      // A response in flight is older than the event.
      void client.cancelQueries({ queryKey: unread })
      client.setQueryData(unread, { data: { count: news.unread } })
      return
    }
    void client.invalidateQueries({ queryKey: LIST })
    // A hidden page shows no toast; the count is enough.
    if (document.visibilityState !== 'visible') return
    if (inLocale === locale) tell(news.item)
    else
      void inOwnWords(news.id).then(
        (item) => item && tell(item),
        () => {},
      )
  }
}

const STREAM = '/notification/stream'
const EVERY_MINUTE = 60_000

/** Messages between tabs. */
type Word = { says: 'news'; news: News; locale: Locale; lastId: string | undefined } | { says: 'stands'; does: boolean }

interface Listener {
  /** `locale` is the language of the notification's text: that of the leading tab. */
  heard: (news: News, locale: Locale) => void
  /** Called to fetch the count while the stream is down. */
  ask: () => void
}

/** Receives events until aborted, from the browser's one stream. */
export async function listen(locale: Locale, signal: AbortSignal, { heard, ask }: Listener): Promise<void> {
  // Polls until the stream is known to work, as always where tabs cannot elect a leader.
  let stands = false
  const timer = setInterval(() => !stands && ask(), EVERY_MINUTE)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  if (!canAgree()) return

  let lastId: string | undefined
  const others = channel()
  signal.addEventListener('abort', () => others.close(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  const tell = (word: Word) => !signal.aborted && others.postMessage(word)
  others.addEventListener('message', ({ data: word }: MessageEvent<Word>) => {
    if (word.says === 'stands') stands = word.does
    else {
      ;[stands, lastId] = [true, word.lastId ?? lastId]
      heard(word.news, word.locale)
    }
  })

  await leadInTurn(signal, () =>
    followLine(locale, STREAM, signal, {
      lastId,
      stands: (does) => {
        stands = does
        tell({ says: 'stands', does })
      },
      heard: (event) => {
        const news = newsOf(event)
        if (!news) return false
        lastId = event.id ?? lastId
        heard(news, locale)
        tell({ says: 'news', news, locale, lastId })
        return true
      },
    }),
  )
}

const FORGOTTEN_AFTER = 5 * 60_000

/** Keeps the unread count and the list up to date, and shows toasts. Renders nothing. */
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
      // Texts of the toasts.
      await loadPart(locale, 'notifications')
      if (!stop.signal.aborted)
        await listen(locale, stop.signal, { ask, heard: hear({ client, t, locale, open: (item) => open.current(item) }) })
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

/** Keeps the latest functions in a ref: the router creates new ones on every page, but the stream lives on. */
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
