import clsx from 'clsx'
import { Copy } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

/** The account number, which people read out to support; a press copies it. */
export function CopyNumber({ code, className }: { code: string; className?: string }) {
  const t = useT()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast.good(t('account.copied', { code }))
    } catch {
      // Without the right to the clipboard the number can be marked and copied by hand.
      toast.plain(t('account.number', { code }))
    }
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className={clsx('inline-flex min-h-9 items-center gap-2 rounded-sm tabular-nums hover:text-accent-text', className)}
    >
      <span>{t('account.number', { code })}</span>
      <Copy aria-hidden className="size-3.5" />
      <span className="sr-only">{t('account.copy')}</span>
    </button>
  )
}
