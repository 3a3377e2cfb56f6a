// The steps for a forgotten password: after the link was mailed, and after it was opened.

import { useMutation, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { NewPassword } from '~/features/forms/new-password'
import { ApiFailure, failureText, isConclusive } from '~shared/api/failure'
import { post } from '~shared/api/http'
import { auth } from '~shared/features/auth/store'
import { errorCode, newPassword, password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { clock, isOver, useCountdown } from '~shared/lib/clock'
import { paths } from '~shared/lib/paths'
import { Button, ButtonLink } from '~shared/ui/button'
import { Skeleton } from '~shared/ui/states'
import { resetLinkQuery } from '~/features/account/queries'
import { forgotPassword, useForgotPassword } from '../registration-store'
import { type Arrival, useStepPath } from '../steps'
import { StepFrame, StepLink, DelayedButton } from './step-frame'

/** The time after which another link can be mailed. */
const RESEND_DELAY_MS = 60_000

/** The text is the same whether the account exists or not, so that strangers cannot find out. */
export function MailedStep() {
  const { t, locale } = useI18n()
  const pathTo = useStepPath()
  const { forgot_email: email, mailedAt } = useForgotPassword()
  const timeUntilResend = useCountdown(mailedAt + RESEND_DELAY_MS)
  const resend = useMutation({
    mutationFn: (address: string) => post(locale, '/auth/password/forget', { email: address }),
    onSuccess: (_done, address) => forgotPassword.mailed(address, Date.now()),
  })

  if (!email) return <Navigate to={pathTo('forgot')} replace />
  return (
    <StepFrame
      title={t('signIn.mailed.title')}
      text={t('signIn.mailed.text', { email })}
      links={
        <>
          <StepLink to={pathTo('forgot')}>{t('signIn.mailed.change')}</StepLink>
          <DelayedButton
            countdown={timeUntilResend && !isOver(timeUntilResend) ? t('signIn.mailed.againIn', { time: clock(timeUntilResend) }) : null}
            onPress={() => resend.mutate(email)}
            busy={resend.isPending}
          >
            {t('signIn.mailed.again')}
          </DelayedButton>
        </>
      }
    >
      <p className="flex items-center gap-4 rounded-lg bg-sunken px-4 py-3.5 text-pretty">
        <MailCheck aria-hidden className="size-6 shrink-0 text-accent-text" />
        {t('signIn.mailed.hint')}
      </p>
      <p role="status" className="font-medium empty:hidden">
        {resend.isSuccess && t('signIn.mailed.sent')}
        {resend.isError && failureText(t, resend.error)}
      </p>
    </StepFrame>
  )
}

const Schema = v.pipe(
  v.object({ password: newPassword(), passwordConfirmation: password() }),
  v.forward(
    v.partialCheck(
      [['password'], ['passwordConfirmation']],
      ({ password, passwordConfirmation }) => password === passwordConfirmation,
      errorCode('passwords_differ'),
    ),
    ['passwordConfirmation'],
  ),
)

/** Whether the link itself is refused, not the input. */
const isLinkRefused = (error: unknown) =>
  error instanceof ApiFailure &&
  (error.code === 'token_invalid' ||
    error.code === 'token_expired' ||
    Boolean(error.problem?.errors?.some(({ field }) => field === 'token')))

/** The step that the mailed link opens, whether the visitor is signed in or not. */
export function ResetStep() {
  const { t, locale } = useI18n()
  const [search] = useSearchParams()
  const token = search.get('sifirla') ?? ''
  const link = useQuery(resetLinkQuery(locale, token))
  const [isUsedUp, setUsedUp] = useState(false)

  const isRefused = link.error instanceof ApiFailure && link.error.kind === 'http' && isConclusive(link.error.status ?? 0)
  if (isUsedUp || isRefused) {
    return (
      <StepFrame title={t('signIn.reset.expiredTitle')} text={t('signIn.reset.expiredText')}>
        <ButtonLink to={paths.signIn(undefined, 'forgot')} size="lg">
          {t('signIn.reset.again')}
        </ButtonLink>
      </StepFrame>
    )
  }
  return (
    <StepFrame title={t('signIn.reset.title')} text={link.isError ? failureText(t, link.error) : t('signIn.reset.text')}>
      {link.isError && (
        <Button size="lg" onClick={() => void link.refetch()}>
          {t('common.retry')}
        </Button>
      )}
      {link.isPending && (
        <div role="status" aria-label={t('signIn.reset.checking')} className="grid gap-5">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {link.isSuccess && <ResetForm token={token} onSpent={() => setUsedUp(true)} />}
    </StepFrame>
  )
}

/** `onSpent` is called if the link was used or has expired in the meantime. */
function ResetForm({ token, onSpent }: { token: string; onSpent: () => void }) {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const form = useSendForm({
    schema: Schema,
    values: { password: '', passwordConfirmation: '' },
    labels: { password: t('forms.password.label'), passwordConfirmation: t('forms.password.repeat') },
    send: async (passwords) => {
      try {
        return await post(locale, '/auth/password/reset', { token, ...passwords })
      } catch (error) {
        if (isLinkRefused(error)) onSpent()
        throw error
      }
    },
    onSent: async () => {
      // The server has ended all sessions of the account, possibly this one.
      auth.cleared()
      const arrival: Arrival = { note: 'reset' }
      await navigate(paths.signIn(undefined, 'password'), { replace: true, state: arrival })
    },
  })
  return (
    <SendForm form={form} submit={t('signIn.reset.submit')} submitClass="w-full">
      <NewPassword />
    </SendForm>
  )
}
