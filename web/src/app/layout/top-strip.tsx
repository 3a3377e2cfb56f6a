// The strip above the header: delivery, contacts, theme and language.

import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { chatLinks } from '~/features/content/contact-links'
import { lazyPart } from '~/lib/lazy-part'
import { settingsQuery } from '~shared/features/content/queries'
import { LanguageMenu } from '~shared/frame/language-menu'
import { ThemeToggle } from '~shared/frame/theme-toggle'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { OptionalPart } from '~shared/ui/states'

const DestinationChip = lazyPart(() => import('~/features/destination/chip'), 'promises')

/** On phones, shows only the delivery place and time. */
export function TopStrip() {
  const { t, locale } = useI18n()
  const settings = useSuspenseQuery(settingsQuery(locale)).data.data
  const { email } = settings.contact
  const link = 'hidden min-h-11 items-center gap-2 rounded-sm hover:text-accent-text lg:inline-flex'
  return (
    <div className="wrap flex min-h-11 items-center gap-6 text-sm text-muted">
      <OptionalPart>
        <Suspense>
          <DestinationChip />
        </Suspense>
      </OptionalPart>
      {chatLinks(settings).map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener" className={link}>
          {name}
        </a>
      ))}
      {email && (
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      )}
      <Link to={paths.stores()} className={`${link} ml-auto`}>
        {t('common.nav.stores')}
      </Link>
      <div className="-mr-3 hidden items-center lg:flex">
        <ThemeToggle />
        <LanguageMenu />
      </div>
    </div>
  )
}
