// The form that adds a relative's birthday, and the days left until it.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { FormDate } from '~/features/forms/date-field'
import { post } from '~shared/api/http'
import type { Relation } from '~shared/api/types'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { familiesQuery } from '../account/queries'
import { toRequest, MAX_NAME_LENGTH, RELATIONS, Schema } from './rules'

/** "Today", "tomorrow" or "in 9 days". */
export function DaysLeft({ days }: { days: number }) {
  const t = useT()
  const laterText = days === 1 ? t('account.birthdays.tomorrow') : t('account.birthdays.in', { count: days })
  return <p className="font-semibold text-accent-text">{days === 0 ? t('account.birthdays.today') : laterText}</p>
}

const EMPTY = { name: '', relation: '' as Relation, birthDate: '', phoneNumber: '' }

export function BirthdayForm({ onClose }: { onClose: () => void }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useSendForm({
    schema: Schema,
    values: EMPTY,
    labels: {
      name: t('account.birthdays.label.name'),
      relation: t('account.birthdays.label.relation'),
      birthDate: t('account.birthdays.label.birthDate'),
      phoneNumber: t('account.birthdays.label.phoneNumber'),
    },
    send: (typed) => post(locale, '/user/family/add', toRequest(typed)),
    onSent: async ({ data }) => {
      await client.invalidateQueries({ queryKey: familiesQuery(locale).queryKey })
      toast.good(t('account.birthdays.added', { name: data.name }))
      onClose()
    },
  })

  useEffect(() => heading.current?.focus(), [])

  return (
    <section aria-labelledby={title} className="max-w-2xl appear rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id={title} ref={heading} tabIndex={-1} className="mb-5 text-xl outline-none">
        {t('account.birthdays.add')}
      </h2>
      <SendForm
        form={form}
        submit={t('account.birthdays.submit')}
        beside={
          <Button look="quiet" size="lg" onClick={onClose}>
            {t('account.cancel')}
          </Button>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <FormText name="name" autoComplete="off" maxLength={MAX_NAME_LENGTH} />
          <FormSelect
            name="relation"
            placeholder={t('forms.choose')}
            choices={RELATIONS.map((value) => ({ value, label: t(`account.birthdays.relation.${value}`) }))}
          />
        </div>
        <FormDate name="birthDate" />
        <FormText name="phoneNumber" optional type="tel" inputMode="tel" autoComplete="off" hint={t('account.birthdays.phoneHint')} />
      </SendForm>
    </section>
  )
}
