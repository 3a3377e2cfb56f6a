// The section of the account page about recovery codes: each code replaces a lost second factor once.
import { useMutation } from '@tanstack/react-query'
import { RecoveryCodes } from '~admin/session/recovery-codes'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { failureText } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { renewRecoveryCodes, useRefreshFactors } from './api'

export function Recovery({ left }: { left: number }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshFactors()
  const renew = useMutation({
    mutationFn: () => renewRecoveryCodes(locale),
    onError: (error) => toast.bad(failureText(t, error)),
    onSettled: refresh,
  })
  const codes = renew.data?.data.codes
  if (codes) return <RecoveryCodes codes={codes} onStored={renew.reset} />
  return (
    <>
      <p className="text-muted">{t('adminStaff.account.codes.left', { count: left })}</p>
      <div>
        <ConfirmButton
          label={t('adminStaff.account.codes.renew')}
          confirm={t('adminStaff.account.codes.confirm')}
          isBusy={renew.isPending}
          onConfirm={() => renew.mutate()}
        />
      </div>
    </>
  )
}
