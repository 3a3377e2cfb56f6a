import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { Navigate } from 'react-router'
import { post } from '~shared/api/http'
import { failureText } from '~shared/features/content/failure-text'
import { clock, isOver } from '~shared/features/forms/clock'
import { useCountdown } from '~shared/features/forms/use-countdown'
import { useI18n } from '~shared/i18n/context'
import { forgotPassword, useForgotPassword } from '../forgot-store'
import { useStepPath } from '../steps'
import { StepFrame } from './step-frame'
import { Way, WayInAWhile } from './way'

const AGAIN_AFTER = 60_000

/** Says the same whether there is such an account or not. */
export function MailedStep() {
  const { t, locale } = useI18n()
  const pathTo = useStepPath()
  const { forgot_email: email, mailedAt } = useForgotPassword()
  const patience = useCountdown(mailedAt + AGAIN_AFTER)
  const again = useMutation({
    mutationFn: (address: string) => post(locale, '/auth/password/forget', { email: address }),
    onSuccess: (_done, address) => forgotPassword.mailed(address, Date.now()),
  })

  if (!email) return <Navigate to={pathTo('forgot')} replace />
  return (
    <StepFrame
      title={t('signIn.mailed.title')}
      text={t('signIn.mailed.text', { email })}
      ways={
        <>
          <Way to={pathTo('forgot')}>{t('signIn.mailed.change')}</Way>
          <WayInAWhile
            wait={patience && !isOver(patience) ? t('signIn.mailed.againIn', { time: clock(patience) }) : null}
            onGo={() => again.mutate(email)}
            busy={again.isPending}
          >
            {t('signIn.mailed.again')}
          </WayInAWhile>
        </>
      }
    >
      <p className="flex items-center gap-4 rounded-lg bg-sunken px-4 py-3.5 text-pretty">
        <MailCheck aria-hidden className="size-6 shrink-0 text-accent-text" />
        {t('signIn.mailed.hint')}
      </p>
      <p role="status" className="font-medium empty:hidden">
        {again.isSuccess && t('signIn.mailed.sent')}
        {again.isError && failureText(t, again.error)}
      </p>
    </StepFrame>
  )
}
