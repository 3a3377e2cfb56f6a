import { followLine } from '~shared/api/follow-line'
import type { Locale } from '~shared/i18n/locale'
import { canAgree, channel, leadInTurn } from './leader'
import { type News, newsOf } from './news'

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
