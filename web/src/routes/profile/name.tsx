import * as v from 'valibot'
import { AccountPage, Card, WithUser } from '~/features/account/page'
import { FormDate } from '~/features/forms/date-field'
import { post } from '~shared/api/http'
import type { User } from '~shared/api/types'
import { auth } from '~shared/features/auth/store'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { optionalPastDate, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export function Component() {
  const t = useT()
  return (
    <AccountPage title={t('account.name.title')} text={t('account.name.text')}>
      <Card>
        <WithUser>{(user) => <NameForm key={user.id} user={user} />}</WithUser>
      </Card>
    </AccountPage>
  )
}

const MAX_NAME_LENGTH = 60
const Schema = v.object({
  firstName: text(MAX_NAME_LENGTH),
  lastName: text(MAX_NAME_LENGTH),
  birthDate: optionalPastDate(),
  language: v.picklist(LOCALES),
})

function NameForm({ user }: { user: User }) {
  const { t, locale } = useI18n()
  const form = useSendForm({
    schema: Schema,
    values: {
      firstName: user.firstName,
      lastName: user.lastName,
      birthDate: user.birthDate ?? '',
      language: LOCALES.find((locale) => locale === user.language) ?? locale,
    },
    labels: {
      firstName: t('account.name.firstName'),
      lastName: t('account.name.lastName'),
      birthDate: t('account.name.birthDate'),
      language: t('account.name.language'),
    },
    send: (profile) => post(locale, '/user/update', profile),
    onSent: ({ data }) => {
      auth.profileLoaded(data)
      toast.good(t('account.saved'))
    },
  })
  return (
    <SendForm form={form} submit={t('account.save')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText name="firstName" autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />
        <FormText name="lastName" autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />
      </div>
      <FormDate name="birthDate" optional hint={t('account.name.birthDateHint')} />
      <FormSelect
        name="language"
        hint={t('account.name.languageHint')}
        choices={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
    </SendForm>
  )
}
