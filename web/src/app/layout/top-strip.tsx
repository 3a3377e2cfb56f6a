import { Mail, MessageCircle, Store } from 'lucide-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { settingsQuery } from '~/features/content/queries'
import { chats } from '~/features/content/ways'
import { useI18n } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { LanguageMenu } from './language-menu'
import { ThemeToggle } from './theme-toggle'

export function TopStrip() {
  const { t, locale } = useI18n()
  const settings = useSuspenseQuery(settingsQuery(locale)).data.data
  const { email } = settings.contact
  const link = 'inline-flex min-h-11 items-center gap-2 rounded-sm hover:text-accent-text'
  return (
    <div className="wrap hidden items-center gap-6 text-sm text-muted lg:flex">
      {chats(settings).map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener" className={link}>
          <MessageCircle aria-hidden className="size-4" />
          {name}
        </a>
      ))}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          <Mail aria-hidden className="size-4" />
          {email}
        </a>
      )}
      <Link to={paths.stores()} className={`${link} ml-auto`}>
        <Store aria-hidden className="size-4" />
        {t('common.nav.stores')}
      </Link>
      <div className="-mr-3 flex items-center">
        <ThemeToggle />
        <LanguageMenu />
      </div>
    </div>
  )
}
