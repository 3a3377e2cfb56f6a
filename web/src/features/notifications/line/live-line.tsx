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

// One line for the whole browser, however many tabs are open: one of them leads, the others hear from it.

const NAME = 'sovqat-notifications'

/** What is needed to agree on one tab. Where it is missing, every tab counts for itself. */
const canAgree = () => 'locks' in navigator && 'BroadcastChannel' in globalThis

/** Waits until no other tab leads, and then leads until told to stop. A tab that is closed or dies makes room for the next one. */
async function leadInTurn(signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(NAME, { signal }, lead)
  } catch (error) {
    // Told to stop while it waited for its turn.
    if (!signal.aborted) throw error
  }
}

/** Where the leader tells the other tabs; it does not hear itself. */
const channel = () => new BroadcastChannel(NAME)

/** Whether the page is looked at or was so a moment ago: a glance at another tab is no reason to hang up. */
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

/** Says whether the page that the notification links to is open. That page shows the change itself. */
const isShownHere = ({ link }: Notification) => link !== undefined && withoutLocale(location.pathname) === link

/** What news change on this page. */
export function hear({ client, t, locale, open }: Here) {
  const unread = unreadQuery(locale).queryKey

  /** A tab in another language leads: the words are asked for in this one's. */
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
      // An answer on its way is older than what was just heard.
      void client.cancelQueries({ queryKey: unread })
      client.setQueryData(unread, { data: { count: news.unread } })
      return
    }
    void client.invalidateQueries({ queryKey: LIST })
    // Nobody would see it: where nothing is looked at, the count is enough.
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

/** What tabs say to each other. */
type Word = { says: 'news'; news: News; locale: Locale; lastId: string | undefined } | { says: 'stands'; does: boolean }

interface Listener {
  /** `locale` is the language of its words: that of the tab that leads. */
  heard: (news: News, locale: Locale) => void
  /** The line is down: somebody has to ask. */
  ask: () => void
}

/** Hears of everything that is new until told to stop, by the one line of this browser. */
export async function listen(locale: Locale, signal: AbortSignal, { heard, ask }: Listener): Promise<void> {
  // Until the line is known to stand it is asked, as it is where tabs cannot agree on one.
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
