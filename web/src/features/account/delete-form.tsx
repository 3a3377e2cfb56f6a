import * as v from 'valibot'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { FormPassword } from '~shared/features/forms/fields'
import { password } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { focusHeading } from '~/lib/focus-heading'

/** An account that has no password yet is asked for none. */
const schemaFor = ({ hasPassword }: User) => v.object({ password: hasPassword ? password() : v.string() })

/** Asks for the deletion. What follows, the banner above every page of the account says. */
export function DeleteForm({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: schemaFor(user),
    values: { password: '' },
    labels: { password: t('account.password.current') },
    fieldOf: { invalid_password: 'password' },
    send: (proof) => post(locale, '/user/delete', user.hasPassword ? proof : {}),
    onSent: ({ data }) => {
      auth.profileLoaded(data)
      // The form is gone with the answer, and the banner that says what follows is above.
      window.scrollTo({ top: 0 })
      focusHeading()
    },
  })
  return (
    <section aria-labelledby="delete" className="grid gap-3">
      <h2 id="delete" className="text-xl">
        {t('account.data.delete')}
      </h2>
      <p className="text-muted text-pretty">{t('account.data.deleteText')}</p>
      <SendForm form={form} submit={t('account.data.deleteButton')}>
        {user.hasPassword && <FormPassword name="password" autoComplete="current-password" />}
      </SendForm>
    </section>
  )
}
