import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { settingsQuery } from '~/features/content/queries'
import { useTree } from '~/features/catalog/queries'
import { useI18n } from '~/i18n/context'
import { appLinks } from '~/lib/app-links'
import { chatLink } from '~/lib/chat-link'
import { paths } from '~/lib/paths'
import { Logo } from '~/ui/logo'
import { ChatButton } from './chat-button'
import { PaymentCards } from './payment-cards'

const LINK = 'inline-flex min-h-11 items-center text-[0.9375rem] text-muted hover:text-accent-text'

/** Only pages that exist are listed. */
export function Footer() {
  const { t, locale } = useI18n()
  const tree = useTree()
  const { contact } = useSuspenseQuery(settingsQuery(locale)).data.data
  return (
    <footer className="mt-20 border-t border-line bg-sunken">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-10 py-12 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-2 grid content-start gap-4 lg:col-span-1">
          <Logo />
          <p className="max-w-72 text-[0.9375rem] text-muted text-pretty">{t('common.footer.about')}</p>
          <PaymentCards />
        </div>
        <Column title={t('common.footer.categories')}>
          {tree.slice(0, 6).map(({ id, slug, name }) => (
            <li key={id}>
              <Link to={paths.category(slug)} className={LINK}>
                {name}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={t('common.footer.shop')}>
          {(
            [
              [paths.popular(), t('common.nav.popular')],
              [paths.newest(), t('common.nav.newest')],
              [paths.sale(), t('common.nav.sale')],
              [paths.stores(), t('common.nav.stores')],
              [paths.cart(), t('common.nav.cart')],
              [paths.orders(), t('common.nav.orders')],
            ] as const
          ).map(([to, label]) => (
            <li key={to}>
              <Link to={to} className={LINK}>
                {label}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={t('common.footer.contact')}>
          <li>
            <a href={`mailto:${contact.email}`} className={LINK}>
              {contact.email}
            </a>
          </li>
          <li>
            <a href={chatLink(contact.whatsapp)} target="_blank" rel="noopener" className={LINK}>
              WhatsApp
            </a>
          </li>
          <li>
            <a href={appLinks.android} target="_blank" rel="noopener" className={LINK}>
              Google Play
            </a>
          </li>
          <li>
            <a href={appLinks.ios} target="_blank" rel="noopener" className={LINK}>
              App Store
            </a>
          </li>
        </Column>
      </div>
      <div className="wrap border-t border-line py-6 pb-24 text-sm text-muted lg:pb-6">
        <p>{t('common.footer.copyright')}</p>
      </div>
      <ChatButton />
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <p className="mb-1 font-semibold">{title}</p>
      <ul>{children}</ul>
    </nav>
  )
}
