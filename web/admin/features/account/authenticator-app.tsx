import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { TotpSecretView } from '~admin/session/first-factor'
import { ConfirmButton } from '~admin/ui/confirm-button'
import { failureText } from '~shared/api/failure'
import { FormText } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { confirmTotp, createTotp, useRefreshFactors, useRemoveTotp } from './api'

export function AuthenticatorApp({ hasTotp }: { hasTotp: boolean }) {
  const { t, locale } = useI18n()
  const remove = useRemoveTotp()
  const create = useMutation({
    mutationFn: () => createTotp(locale),
    onError: (error) => toast.bad(failureText(t, error)),
  })
  const secret = create.data?.data
  return (
    <>
      <p className="text-muted">{t(hasTotp ? 'adminStaff.account.app.on' : 'adminStaff.account.app.off')}</p>
      {secret ? (
        <>
          <TotpSecretView secret={secret} />
          <ConfirmForm onClose={create.reset} />
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button busy={create.isPending} disabled={create.isPending} onClick={() => create.mutate()}>
            {t(hasTotp ? 'adminStaff.account.app.replace' : 'adminStaff.account.app.add')}
          </Button>
          {hasTotp && (
            <ConfirmButton
              label={t('adminStaff.account.app.remove')}
              confirm={t('adminStaff.remove')}
              isBusy={remove.isPending}
              onConfirm={() => remove.mutate()}
            />
          )}
        </div>
      )}
    </>
  )
}

const CodeSchema = v.object({ totpCode: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required'))) })

/** The new secret becomes a second factor only after a code of it is confirmed. */
function ConfirmForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n()
  const refresh = useRefreshFactors()
  const sendForm = useSendForm({
    schema: CodeSchema,
    values: { totpCode: '' },
    labels: { totpCode: t('adminStaff.factor.totp') },
    send: ({ totpCode }) => confirmTotp(locale, totpCode.replaceAll(/\s/g, '')),
    onSent: async () => {
      toast.good(t('adminStaff.account.app.added'))
      onClose()
      await refresh()
    },
    fieldOf: { second_factor_refused: 'totpCode' },
  })
  const { setFocus } = sendForm.form
  useEffect(() => setFocus('totpCode'), [setFocus])
  return (
    <SendForm form={sendForm} submit={t('adminStaff.factor.confirm')} beside={<CancelButton onClick={onClose} />}>
      <FormText
        name="totpCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        hint={t('adminStaff.factor.totpHint')}
        className="max-w-sm"
      />
    </SendForm>
  )
}

export function CancelButton({ onClick }: { onClick: () => void }) {
  const t = useT()
  return (
    <Button look="quiet" size="lg" onClick={onClick}>
      {t('adminStaff.cancel')}
    </Button>
  )
}
