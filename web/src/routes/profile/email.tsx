// The page that changes the e-mail address. The mailed link that verifies an address opens it, too.

import { useSearchParams } from 'react-router'
import * as v from 'valibot'
import { EmailVerification, VERIFICATION } from '~/features/account/email-verification'
import { AccountPage, Card, EmailState, WithUser } from '~/features/account/page'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { FormPassword, FormText } from '~shared/features/forms/fields'
import { email, password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'

export function Component() {
  const t = useT()
  const [search] = useSearchParams()
  const token = search.get(VERIFICATION)
  return (
    <AccountPage title={t('account.email.title')}>
      {token && <EmailVerification token={token} />}
      <WithUser>
        {(user) => (
          <Card>
            <EmailState user={user} />
            <EmailForm user={user} />
          </Card>
        )}
      </WithUser>
    </AccountPage>
  )
}

/** An account without a password is not asked for one. */
const schemaFor = ({ hasPassword }: User) =>
  v.pipe(
    v.object({ email: email(), emailConfirmation: email(), password: hasPassword ? password() : v.string() }),
    v.forward(
      v.partialCheck(
        [['email'], ['emailConfirmation']],
        ({ email, emailConfirmation }) => email.toLowerCase() === emailConfirmation.toLowerCase(),
        'emails_differ',
      ),
      ['emailConfirmation'],
    ),
  )

function EmailForm({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: schemaFor(user),
    values: { email: '', emailConfirmation: '', password: '' },
    labels: {
      email: t('account.email.new'),
      emailConfirmation: t('account.email.again'),
      password: t('account.password.current'),
    },
    fieldOf: { invalid_password: 'password' },
    send: ({ password, ...change }) => post(locale, '/user/email/change', { ...change, ...(user.hasPassword && { password }) }),
    onSent: ({ data }, reset) => {
      auth.profileLoaded(data)
      toast.good(t('account.email.changed'))
      reset()
    },
  })
  return (
    <SendForm form={form} submit={t('account.email.submit')}>
      <FormText name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      <FormText name="emailConfirmation" type="email" inputMode="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
      {user.hasPassword && <FormPassword name="password" autoComplete="current-password" hint={t('account.email.passwordHint')} />}
    </SendForm>
  )
}
