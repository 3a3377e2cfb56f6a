import { Copy } from 'lucide-react'
import { useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

/** The code of the order, which people read out on the phone; a press copies it. */
export function CopyCode({ code }: { code: string }) {
  const t = useT()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toast.good(t('orders.copied', { code }))
    } catch {
      // Without the right to the clipboard the code can be marked and copied by hand.
      toast.plain(code)
    }
  }
  return (
    <button
      type="button"
      aria-label={t('orders.copyCode', { code })}
      onClick={() => void copy()}
      className="inline-flex min-h-11 items-center gap-2.5 justify-self-start rounded-sm text-lg font-bold tracking-wide tabular-nums hover:text-accent-text"
    >
      {code}
      <Copy aria-hidden className="size-4.5" />
    </button>
  )
}
