import { useSuspenseQuery } from '@tanstack/react-query'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { settingsQuery } from '~shared/features/content/queries'
import { useI18n } from '~shared/i18n/context'
import { chatLink } from '~/lib/chat-link'
import { phoneText } from '~shared/lib/phone-text'

/** The ways to reach people, as the shop's settings name them. */
export function Contacts() {
  const { t, locale } = useI18n()
  const { email, phoneNumber, whatsapp } = useSuspenseQuery(settingsQuery(locale)).data.data.contact
  const ways = [
    { Icon: Mail, label: t('account.email.word'), text: email, href: `mailto:${email}` },
    { Icon: MessageCircle, label: 'WhatsApp', text: phoneText(whatsapp), href: chatLink(whatsapp) },
    { Icon: Phone, label: t('account.phone'), text: phoneText(phoneNumber), href: `tel:${phoneNumber}` },
  ].filter(({ text }) => text)
  return (
    <ul className="grid max-w-2xl gap-3 sm:grid-cols-3">
      {ways.map(({ Icon, label, text, href }) => (
        <li key={label}>
          <a href={href} className="grid h-full min-h-11 gap-1 rounded-xl border border-line bg-surface p-4 hover:border-line-strong">
            <Icon aria-hidden className="size-5 text-accent-text" />
            <span className="text-sm text-muted">{label}</span>
            <span className="font-semibold wrap-anywhere">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
