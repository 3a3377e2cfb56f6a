import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, Mail } from 'lucide-react'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'

/** The address in use, and whether it is known to be its owner's. */
export function EmailState({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const link = useMutation({
    mutationFn: () => post(locale, '/user/email/verify/send', undefined),
    onSuccess: () => toast.good(t('account.email.linkSent')),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  if (user.email === undefined) return <p className="mb-6 text-muted text-pretty">{t('account.email.none')}</p>
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line pb-6">
      <div className="min-w-48 grow basis-0">
        <p className="font-semibold wrap-anywhere">{user.email}</p>
        <EmailMark isVerified={user.emailVerified} />
      </div>
      {!user.emailVerified && (
        <Button look="secondary" busy={link.isPending} disabled={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
          {t('account.email.sendLink')}
        </Button>
      )}
    </div>
  )
}

export function EmailMark({ isVerified }: { isVerified: boolean }) {
  const { t } = useI18n()
  return isVerified ? (
    <span className="inline-flex items-center gap-1.5 text-sm font-medium text-good">
      <BadgeCheck aria-hidden className="size-4" />
      {t('account.email.verified')}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-sm font-medium text-warn">
      <Mail aria-hidden className="size-4" />
      {t('account.email.unverified')}
    </span>
  )
}
