// The customer of a wholesale request: names, ways of contact and files.
import { Copy, Download, Mail, Phone } from 'lucide-react'
import { useCopy } from '~admin/lib/copy'
import type { WholesaleRequest } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { fileOf } from '~shared/lib/paths'
import { phoneText } from '~shared/lib/text'
import { Button, buttonClass } from '~shared/ui/button'

/** The files of the request need the secret of the customer's link, too. */
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** Customers without e-mail get the link to their request from the operator, who can copy it here. */
export function Customer({ request }: { request: WholesaleRequest }) {
  const { t } = useI18n()
  const { code, companyName, voen, name, phoneNumber, email, link, quote, invoice } = request
  const copy = useCopy()
  return (
    <>
      <div>
        {companyName && (
          <p className="font-semibold wrap-anywhere">
            {companyName}
            {voen && <span className="font-normal text-muted tabular-nums">, {t('wholesale.admin.voen', { voen })}</span>}
          </p>
        )}
        <p className="wrap-anywhere">{name}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a href={`tel:${phoneNumber}`} className={buttonClass('secondary')}>
          <Phone aria-hidden className="size-4.5" />
          <span className="tabular-nums">{phoneText(phoneNumber)}</span>
        </a>
        {email && (
          <a
            href={`mailto:${email}?subject=${encodeURIComponent(`Sovqat: ${code}`)}`}
            className={buttonClass('secondary', 'md', 'max-w-full')}
          >
            <Mail aria-hidden className="size-4.5 shrink-0" />
            <span className="truncate">{email}</span>
          </a>
        )}
        {link && (
          <Button look="secondary" onClick={() => void copy(link, t('wholesale.admin.copied'))}>
            <Copy aria-hidden className="size-4.5" />
            {t('wholesale.admin.copyLink')}
          </Button>
        )}
        {link && quote && (
          <a href={fileOf(code, tokenOf(link), 'quote')} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
            <Download aria-hidden className="size-4.5" />
            {t('wholesale.quote.file')}
          </a>
        )}
        {link && invoice && (
          <a href={fileOf(code, tokenOf(link), 'invoice')} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
            <Download aria-hidden className="size-4.5" />
            {t('wholesale.pay.file')}
          </a>
        )}
      </div>
    </>
  )
}
