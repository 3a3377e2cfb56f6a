import { MessageCircle } from 'lucide-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { settingsQuery } from '~/features/content/queries'
import { useI18n } from '~/i18n/context'
import { chatLink } from '~/lib/chat-link'
import { paths } from '~/lib/paths'

/** Floats above the buy bar of the product page on phones. There it is not on the checkout, whose sums it would lie on. */
export function ChatButton() {
  const { t, locale } = useI18n()
  const { whatsapp } = useSuspenseQuery(settingsQuery(locale)).data.data.contact
  const { pathname } = useLocation()
  const place = pathname === paths.checkout() ? 'max-lg:hidden' : pathname.startsWith('/mehsullar/') ? 'bottom-24' : 'bottom-5'
  return (
    <a
      href={chatLink(whatsapp)}
      target="_blank"
      rel="noopener"
      aria-label={t('common.chat')}
      className={`fixed right-4 z-30 grid size-14 place-items-center rounded-full bg-good text-canvas shadow-lifted transition-transform hover:scale-105 lg:right-6 lg:bottom-6 ${place}`}
    >
      <MessageCircle aria-hidden className="size-6.5" />
    </a>
  )
}
