import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { consent } from '~/features/analytics/consent'
import { appStoreLinks, chatLinks, socialLinks, type ContactLink } from '~/features/content/contact-links'
import { useNear } from '~/lib/use-near'
import { useTree } from '~shared/features/catalog/queries'
import { contactQuery, settingsQuery } from '~shared/features/content/queries'
import { useI18n, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { Logo } from '~shared/ui/logo'

const LINK = 'inline-flex min-h-11 items-center text-[0.9375rem] text-muted hover:text-accent-text'

/** The footer is loaded after the page. */
export default function Footer() {
  const { t, locale } = useI18n()
  const tree = useTree()
  const settings = useSuspenseQuery(settingsQuery(locale)).data.data
  const { email } = settings.contact
  const social = socialLinks(settings)
  return (
    <footer className="mt-20 border-t border-line bg-sunken">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-10 py-12 md:grid-cols-4 lg:grid-cols-[1.5fr_1fr_1fr_1fr_1fr]">
        <div className="col-span-full grid content-start gap-4 lg:col-span-1">
          <Logo />
          <p className="max-w-72 text-[0.9375rem] text-muted text-pretty">{t('deferred.footer.about')}</p>
          <PaymentCards />
          {social.length > 0 && (
            <ul aria-label={t('deferred.footer.social')} className="-mt-1 flex flex-wrap gap-x-4">
              <ExternalLinks links={social} />
            </ul>
          )}
        </div>
        {tree.length > 0 && (
          <Column title={t('deferred.footer.categories')}>
            <Links links={tree.map(({ slug, name }) => [paths.category(slug), name] as const)} />
          </Column>
        )}
        <Column title={t('deferred.footer.shop')}>
          <Links
            links={[
              [paths.popular(), t('common.nav.popular')],
              [paths.newest(), t('common.nav.newest')],
              [paths.sale(), t('common.nav.sale')],
              [paths.stores(), t('common.nav.stores')],
              [paths.cart(), t('common.nav.cart')],
              [paths.orders(), t('common.nav.orders')],
            ]}
          />
        </Column>
        <Column title={t('deferred.footer.help')}>
          <Links
            links={[
              [paths.faq(), t('deferred.footer.faq')],
              [paths.guide(), t('deferred.footer.guide')],
              [paths.delivery(), t('deferred.footer.delivery')],
              [paths.payment(), t('deferred.footer.payment')],
              [paths.bonuses(), t('deferred.footer.bonuses')],
              [paths.privacy(), t('deferred.footer.privacy')],
              [paths.terms(), t('deferred.footer.terms')],
            ]}
          />
        </Column>
        <Column title={t('deferred.footer.contact')}>
          <Links links={[[paths.contact(), t('deferred.footer.contacts')]]} />
          {email && (
            <li>
              <a href={`mailto:${email}`} className={`${LINK} wrap-anywhere`}>
                {email}
              </a>
            </li>
          )}
          <ExternalLinks links={[...chatLinks(settings), ...appStoreLinks(settings)]} />
        </Column>
      </div>
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line py-4 pb-24 text-sm text-muted lg:pb-4">
        <p>{t('deferred.footer.copyright')}</p>
        <Imprint />
        <button
          type="button"
          onClick={consent.ask}
          className="min-h-11 underline-offset-4 hover:text-accent-text hover:underline md:ml-auto"
        >
          {t('deferred.footer.consent')}
        </button>
      </div>
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

const Links = ({ links }: { links: (readonly [string, string])[] }) =>
  links.map(([to, label]) => (
    <li key={to}>
      <Link to={to} className={LINK}>
        {label}
      </Link>
    </li>
  ))

const ExternalLinks = ({ links }: { links: ContactLink[] }) =>
  links.map(({ name, href }) => (
    <li key={name}>
      <a href={href} target="_blank" rel="noopener" className={LINK}>
        {name}
      </a>
    </li>
  ))

/** Legal details of the seller, fetched when the footer comes near. */
function Imprint() {
  const { t, locale } = useI18n()
  const { ref, isNear } = useNear()
  const { data } = useQuery({ ...contactQuery(locale), enabled: isNear })
  const { company, taxNumber } = data?.data ?? { company: '', taxNumber: '' }
  return (
    <p ref={ref} className="flex flex-wrap gap-x-3">
      {company && <span>{company}</span>}
      {taxNumber && <span>{t('deferred.footer.taxNumber', { number: taxNumber })}</span>}
    </p>
  )
}

const CARD = 'grid h-9 w-14 place-items-center rounded-md border border-line bg-white text-[#1a1f71]'

/** The logos have the same colours in both themes. */
function PaymentCards() {
  const t = useT()
  return (
    <ul aria-label={t('deferred.footer.cards')} className="flex gap-2">
      <li className={CARD}>
        <span className="sr-only">Visa</span>
        <svg viewBox="0 0 40 14" aria-hidden className="h-3">
          <text x="0" y="13" fontSize="16" fontStyle="italic" fontWeight="700" fill="currentColor" textLength="40">
            VISA
          </text>
        </svg>
      </li>
      <li className={CARD}>
        <span className="sr-only">Mastercard</span>
        <svg viewBox="0 0 32 20" aria-hidden className="h-5">
          <circle cx="11.500" cy="10" r="8.500" fill="#eb001b" />
          <circle cx="20.500" cy="10" r="8.500" fill="#f79e1b" fillOpacity="0.900" />
        </svg>
      </li>
      <li className={CARD}>
        <span className="sr-only">{t('deferred.footer.localCards')}</span>
        <CreditCard aria-hidden className="size-5" />
      </li>
    </ul>
  )
}
