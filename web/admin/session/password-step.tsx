// The first step of the sign-in to the back office: the name and the password.
import { Link } from 'react-router'
import * as v from 'valibot'
import { adminPaths } from '~admin/paths'
import type { Schemas } from '~shared/api/types'
import { browserId } from '~shared/features/auth/browser-id'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { password, requiredChoice } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { beginSession } from './requests'
import { useStaff } from './store'

export type Challenge = Schemas['StaffChallenge']

export interface Credentials {
  login: string
  password: string
}

const PasswordSchema = v.object({ login: v.pipe(requiredChoice(), v.trim()), password: password() })

interface PasswordStepProps {
  credentials: Credentials
  /** Says that the second factor came too late; empty if it did not. */
  expiryMessage: string
  onChecked: (typed: Credentials, challenge: Challenge) => void
}

/** Also says why the last session ended. */
export function PasswordStep({ credentials, expiryMessage, onChecked }: PasswordStepProps) {
  const { t, locale } = useI18n()
  const end = useStaff((state) => state.end)
  const sendForm = useSendForm({
    schema: PasswordSchema,
    values: credentials,
    labels: { login: t('adminStaff.signIn.login'), password: t('adminStaff.signIn.password') },
    send: async (typed) => ({ typed, begun: await beginSession(locale, { ...typed, device: browserId() }) }),
    onSent: ({ typed, begun }) => onChecked(typed, begun.data),
  })
  const notice = expiryMessage || (end && t(`adminStaff.ended.${end}`))
  return (
    <>
      {notice && (
        <p role="status" className="rounded-lg bg-warn-soft px-4 py-3 font-medium text-pretty text-warn">
          {notice}
        </p>
      )}
      <SendForm form={sendForm} submit={t('adminStaff.signIn.submit')}>
        <FormText name="login" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <FormPassword name="password" autoComplete="current-password" />
      </SendForm>
      <p className="border-t border-line pt-3">
        <Link
          to={paths.signIn(adminPaths.home(), 'forgot')}
          className="-mx-2 inline-flex min-h-11 items-center rounded-md px-2 font-semibold text-accent-text hover:bg-accent-soft"
        >
          {t('adminStaff.signIn.forgot')}
        </Link>
      </p>
    </>
  )
}
