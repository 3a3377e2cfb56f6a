import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { User } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { saveData } from './save-data'

export function DownloadData({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const download = useMutation({
    mutationFn: () => saveData(locale, user.code),
    onSuccess: () => toast.good(t('account.data.downloaded')),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  return (
    <section aria-labelledby="download" className="grid justify-items-start gap-3">
      <h2 id="download" className="text-xl">
        {t('account.data.download')}
      </h2>
      <p className="text-muted text-pretty">{t('account.data.downloadText')}</p>
      <Button look="secondary" size="lg" busy={download.isPending} disabled={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden className="size-5" />
        {t('account.data.downloadButton')}
      </Button>
    </section>
  )
}
