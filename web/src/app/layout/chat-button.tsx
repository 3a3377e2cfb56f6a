import { useSuspenseQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { MessageCircle, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { matchPath, useLocation } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { chats, type Way } from '~/features/content/ways'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { kept, tab } from '~shared/lib/persist'

interface State {
  isHidden: boolean
}

/** Sent away for this visit: the next one may have a question. */
export const useChatButton = create<State>()(persist((): State => ({ isHidden: false }), kept<State>('chatButton', { area: tab })))

const hideChatButton = () => useChatButton.setState({ isHidden: true })

// Longer than the pause between two swipes.
const STILL_AFTER = 600

/** Whether the page moves, or did a moment ago. It does not count while the keyboard is in what `exempt` finds. */
function useIsScrolling(exempt: string): boolean {
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      setScrolling(!document.activeElement?.closest(exempt))
      clearTimeout(timer)
      timer = setTimeout(() => setScrolling(false), STILL_AFTER)
    }
    window.addEventListener('scroll', moved, { passive: true })
    return () => {
      window.removeEventListener('scroll', moved)
      clearTimeout(timer)
    }
  }, [exempt])
  return isScrolling
}

const ROUND = 'grid size-14 place-items-center rounded-full bg-good text-canvas shadow-lifted transition-transform hover:scale-105'

/** Pages whose sums and dates it would cover on a phone; the footer has the same links. */
const WITHOUT_ON_PHONES = [`${paths.cart()}/*`, paths.signIn(), `${paths.orders()}/:code/*`]

/** Where it covers nothing that one has to press: above a bar to buy with, and on phones out of the way while the page moves. */
const placeAt = (pathname: string, isAside: boolean) =>
  clsx(
    'fixed right-4 bottom-5 z-30 max-lg:[html:has([data-buy-bar])_&]:bottom-24 lg:right-6 lg:bottom-6',
    (isAside || WITHOUT_ON_PHONES.some((path) => matchPath(path, pathname))) && 'max-lg:hidden',
  )

/** Floats over every page until it is sent away; the same links stay in the footer. */
export function ChatButton() {
  const { t, locale } = useI18n()
  const ways = chats(useSuspenseQuery(settingsQuery(locale)).data.data)
  const { pathname } = useLocation()
  const isScrolling = useIsScrolling('[data-chat]')
  const isHidden = useChatButton((state) => state.isHidden)
  const [first, ...others] = ways
  if (isHidden || !first) return null
  return (
    <aside data-chat aria-label={t('around.chat.open')} className={clsx('group/chat', placeAt(pathname, isScrolling))}>
      {others.length === 0 ? <Link {...first} /> : <Menu ways={ways} />}
      <button
        type="button"
        aria-label={t('around.chat.hide')}
        onClick={hideChatButton}
        className="absolute -top-6 -right-2 grid size-8 place-items-center rounded-full border border-line bg-raised text-muted shadow-quiet hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </aside>
  )
}

function Link({ name, href }: Way) {
  const { t } = useI18n()
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={t('around.chat.on', { name })} className={ROUND}>
      <MessageCircle aria-hidden className="size-6.5" />
    </a>
  )
}

/** With more than one way to talk, the button shows them. */
function Menu({ ways }: { ways: Way[] }) {
  const { t } = useI18n()
  return (
    <details className="relative">
      <summary aria-label={t('around.chat.open')} className={`${ROUND} list-none [&::-webkit-details-marker]:hidden`}>
        <MessageCircle aria-hidden className="size-6.5" />
      </summary>
      <ul className="absolute right-0 bottom-full mb-8 min-w-44 rounded-lg border border-line bg-raised p-1.5 shadow-lifted">
        {ways.map(({ name, href }) => (
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
