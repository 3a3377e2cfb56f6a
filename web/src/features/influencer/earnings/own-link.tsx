import { Share2 } from 'lucide-react'
import { useI18n } from '~shared/i18n/context'
import { inLocale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

/** The blogger's own link to the shop, and how to make one of any other page. */
export function OwnLink({ code, windowDays }: { code: string; windowDays: number }) {
  const { t, locale } = useI18n()
  const link = `${location.origin}${inLocale(locale, paths.home())}?ref=${code}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast.good(t('account.earnings.copied'))
    } catch {
      // Without the right to the clipboard the link can be marked and copied by hand.
      toast.plain(link)
    }
  }
  return (
    <section className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="text-xl">{t('account.earnings.link')}</h2>
      <div className="flex flex-wrap items-center gap-4">
        <code className="min-w-0 font-semibold wrap-anywhere">{link}</code>
        <Button look="secondary" onClick={() => void copy()}>
          <Share2 aria-hidden className="size-4.5" />
          {t('account.earnings.copy')}
        </Button>
      </div>
      <p className="text-sm text-muted text-pretty">
        {t('account.earnings.linkText', { ending: `?ref=${code}` })} {t('account.earnings.window', { count: windowDays, n: windowDays })}
      </p>
    </section>
  )
}
