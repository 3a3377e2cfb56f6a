// Opens a chat with the shop in WhatsApp or Telegram.

import { useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { MessageCircle, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { chatLinks, type ContactLink } from '~/features/content/contact-links'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { persisted, tab } from '~shared/lib/persist'

interface State {
  isHidden: boolean
}

/** A visitor hides the button for this visit only. */
export const useChatButton = create<State>()(persist((): State => ({ isHidden: false }), persisted<State>('chatButton', { area: tab })))

const hideChatButton = () => useChatButton.setState({ isHidden: true })

/** Longer than the pause between two swipes. */
const SCROLL_END_MS = 600

/** Ignores scrolling while an element that matches `exempt` has the focus. */
function useIsScrolling(exempt: string): boolean {
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      setScrolling(!document.activeElement?.closest(exempt))
      clearTimeout(timer)
      timer = setTimeout(() => setScrolling(false), SCROLL_END_MS)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [exempt])
  return isScrolling
}

const ROUND = 'grid size-14 place-items-center rounded-full bg-good text-canvas shadow-lifted transition-transform hover:scale-105'

/** On these pages, the button would cover prices, dates or the main button of phones. The footer has the same links. */
const HIDDEN_ON_PHONES = [
  paths.home(),
  '/kateqoriya/*',
  '/axtaris/*',
  paths.newest(),
  paths.sale(),
  paths.popular(),
  `${paths.cart()}/*`,
  paths.signIn(),
  paths.profilePhone(),
  '/tehlukesizlik/*',
  `${paths.orders()}/:code/*`,
]

const positionClass = (pathname: string, isScrolling: boolean) =>
  clsx(
    'fixed right-4 bottom-5 z-30 max-lg:[html:has([data-buy-bar])_&]:bottom-24 lg:right-6 lg:bottom-6',
    (isScrolling || HIDDEN_ON_PHONES.some((path) => matchPath(path, pathname))) && 'max-lg:hidden',
  )

export function ChatButton() {
  const { t, locale } = useI18n()
  const chats = chatLinks(useSuspenseQuery(settingsQuery(locale)).data.data)
  const { pathname } = useLocation()
  const isScrolling = useIsScrolling('[data-chat]')
  const isHidden = useChatButton((state) => state.isHidden)
  const [first, ...others] = chats
  if (isHidden || !first) return null
  return (
    <aside data-chat aria-label={t('deferred.chat.open')} className={clsx('group/chat', positionClass(pathname, isScrolling))}>
      {others.length === 0 ? <ChatLink {...first} /> : <ChatMenu chats={chats} />}
      <button
        type="button"
        aria-label={t('deferred.chat.hide')}
        onClick={hideChatButton}
        className="absolute -top-6 -right-2 grid size-8 place-items-center rounded-full border border-line bg-raised text-muted shadow-quiet hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </aside>
  )
}

function ChatLink({ name, href }: ContactLink) {
  const { t } = useI18n()
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={t('deferred.chat.on', { name })} className={ROUND}>
      <MessageCircle aria-hidden className="size-6.5" />
    </a>
  )
}

function ChatMenu({ chats }: { chats: ContactLink[] }) {
  const { t } = useI18n()
  return (
    <details className="relative">
      <summary aria-label={t('deferred.chat.open')} className={`${ROUND} list-none [&::-webkit-details-marker]:hidden`}>
        <MessageCircle aria-hidden className="size-6.5" />
      </summary>
      <ul className="absolute right-0 bottom-full mb-8 min-w-44 rounded-lg border border-line bg-raised p-1.5 shadow-lifted">
        {chats.map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener"
              className="flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap hover:bg-sunken"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
