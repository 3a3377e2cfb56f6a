import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { post } from '~shared/api/http'
import { auth, useAuth } from '~shared/features/auth/store'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { date } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

/** While an account waits to be deleted, each of its pages says so and offers the way back. */
export function DeletionBanner() {
  const { t, locale } = useI18n()
  const deletesAt = useAuth((state) => state.user?.deletesAt)
  const keep = useMutation({
    mutationFn: () => post(locale, '/user/restore', undefined),
    onSuccess: ({ data }) => {
      auth.profileLoaded(data)
      toast.good(t('account.data.kept'))
    },
    onError: (error) => toast.bad(failureText(t, error)),
  })
  if (!deletesAt) return null
  return (
    <section
      aria-label={t('account.data.deletion')}
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-warn-soft px-5 py-4"
    >
      <TriangleAlert aria-hidden className="size-6 shrink-0 text-warn" />
      <div className="min-w-56 grow basis-0">
        <p className="font-semibold">{t('account.data.deletesAt', { date: date(locale, deletesAt) })}</p>
        <p className="text-sm text-muted">{t('account.data.deletesText')}</p>
      </div>
      <Button busy={keep.isPending} disabled={keep.isPending} onClick={() => keep.mutate()}>
        {t('account.data.keep')}
      </Button>
    </section>
  )
}
