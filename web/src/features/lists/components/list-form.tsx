import { useQueryClient } from '@tanstack/react-query'
import type { ProductList } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { LONGEST_DESCRIPTION, NAME } from '../limits'
import { writeList } from '../mutations'
import { isAboutLists } from '../queries'
import { Schema } from '../rules'
import { whatAndWhy } from '../what-and-why'

interface Props {
  /** The one that is changed; without it a new one is made. */
  list?: ProductList | undefined
  onDone: (list: ProductList) => void
  onCancel: () => void
}

export function ListForm({ list, onDone, onCancel }: Props) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const form = useSendForm({
    schema: Schema,
    values: { name: list?.name ?? '', description: list?.description ?? '' },
    labels: { name: t('lists.label.name'), description: t('lists.label.description') },
    send: (written) => writeList(locale, written, list?.id),
    onSent: ({ data }) => {
      toast.good(list ? t('lists.updated') : t('lists.created', { name: data.name }))
      onDone(data)
      return client.invalidateQueries({ predicate: isAboutLists })
    },
    sayFailure: (error) => whatAndWhy(t, list ? 'update' : 'create', error),
  })
  return (
    <SendForm
      form={form}
      submit={list ? t('lists.save') : t('lists.create')}
      beside={
        <Button look="quiet" size="lg" onClick={onCancel}>
          {t('lists.cancel')}
        </Button>
      }
    >
      <FormText name="name" autoComplete="off" maxLength={NAME.longest} hint={t('lists.hint.name')} />
      <FormArea name="description" optional rows={3} maxLength={LONGEST_DESCRIPTION} hint={t('lists.hint.description')} />
    </SendForm>
  )
}
