// Shares one stream of events between the tabs of a browser. One tab, the leader, holds the stream and forwards its events to the others.

import { followStream } from '~shared/api/event-stream'
import type { Locale } from '~shared/i18n/locale'
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
