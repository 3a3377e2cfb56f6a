// A payment link with a button that copies it.
import { Copy } from 'lucide-react'
import { useCopy } from '~admin/lib/copy'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { TextField } from '~shared/ui/fields'

interface Props {
  /** The page of the bank. */
  url: string
  payUntil?: string | undefined
}

export function LinkToCopy({ url, payUntil }: Props) {
  const { t, locale } = useI18n()
  const now = useNow()
  const copy = useCopy()
  const address = new URL(url, location.origin).href
  return (
    <>
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField label={t('admin.phone.link')} readOnly value={address} onFocus={({ target }) => target.select()} />
        <Button look="secondary" size="lg" onClick={() => void copy(address, t('admin.phone.copied'))}>
          <Copy aria-hidden className="size-4.5" />
          {t('admin.phone.copyLink')}
        </Button>
      </div>
      {payUntil && <p>{t('admin.phone.payUntil', { when: dayAndTime(locale, payUntil, now) })}</p>}
    </>
  )
}
