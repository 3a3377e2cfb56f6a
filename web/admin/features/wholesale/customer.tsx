import { Copy, Download, Mail, Phone } from 'lucide-react'
import type { WholesaleRequest } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { phoneText } from '~shared/lib/phone-text'
import { fileOf } from '~shared/lib/wholesale-paths'
import { Button, buttonClass } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''

/** Who asks, how to reach them, and the link to pass on when they have no mail. */
export function Customer({ request }: { request: WholesaleRequest }) {
  const { t } = useI18n()
  const { code, companyName, voen, name, phoneNumber, email, link, quote, invoice } = request
  const copy = async () => {
    await navigator.clipboard.writeText(link ?? '')
    toast.good(t('wholesale.desk.copied'))
  }
  return (
    <>
      <div>
        {companyName && (
          <p className="font-semibold wrap-anywhere">
            {companyName}
            {voen && <span className="font-normal text-muted tabular-nums">, {t('wholesale.desk.voen', { voen })}</span>}
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
          <Button look="secondary" onClick={() => void copy()}>
            <Copy aria-hidden className="size-4.5" />
            {t('wholesale.desk.copyLink')}
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
