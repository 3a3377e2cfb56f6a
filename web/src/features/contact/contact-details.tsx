import { Clock, type LucideIcon, Mail, MapPin, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactInfo } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { chatLink } from '~/features/content/contact-links'
import { phoneText } from '~shared/lib/text'
import { daysText } from '~shared/features/contact/hours'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-accent-text underline-offset-4 wrap-anywhere hover:underline'

/** Empty fields are omitted. */
export function ContactDetails({ contact }: { contact: ContactInfo }) {
  const { t, locale } = useI18n()
  const { email, phoneNumber, whatsapp, address, mapUrl, hours, company, taxNumber } = contact
  return (
    <dl className="grid gap-5">
      {email && (
        <ContactRow Icon={Mail} label={t('content.contact.email')}>
          <a href={`mailto:${email}`} className={LINK}>
            {email}
          </a>
        </ContactRow>
      )}
      {phoneNumber && (
        <ContactRow Icon={Phone} label={t('content.contact.phone')}>
          <a href={`tel:${phoneNumber}`} className={LINK}>
            {phoneText(phoneNumber)}
          </a>
        </ContactRow>
      )}
      {whatsapp && (
        <ContactRow Icon={MessageCircle} label="WhatsApp">
          <a href={chatLink(whatsapp)} target="_blank" rel="noopener" className={LINK}>
            {phoneText(whatsapp)}
          </a>
        </ContactRow>
      )}
      {address && (
        <ContactRow Icon={MapPin} label={t('content.contact.address')}>
          <address className="not-italic">{address}</address>
          {mapUrl && (
            <a href={mapUrl} target="_blank" rel="noopener" className={LINK}>
              {t('content.contact.map')}
            </a>
          )}
        </ContactRow>
      )}
      {hours.length > 0 && (
        <ContactRow Icon={Clock} label={t('content.contact.hours')}>
          <ul>
            {hours.map((open) => (
              <li key={open.fromDay} className="tabular-nums">
                {daysText(locale, open)}, <span className="whitespace-nowrap">{`${open.opens}–${open.closes}`}</span>
              </li>
            ))}
          </ul>
        </ContactRow>
      )}
      {company && (
        <div className="border-t border-line pt-5 text-sm text-muted">
          <dt className="sr-only">{t('content.contact.company')}</dt>
          <dd>
            {company}
            {taxNumber && <span className="block">{`${t('content.contact.taxNumber')} ${taxNumber}`}</span>}
          </dd>
        </div>
      )}
    </dl>
  )
}

function ContactRow({ Icon, label, children }: { Icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div className="relative pl-14.5">
      <dt className="text-sm text-muted">
        <span className="absolute top-0.5 left-0 grid size-11 place-items-center rounded-full bg-accent-soft">
          <Icon aria-hidden className="size-5 text-accent-text" />
        </span>
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
