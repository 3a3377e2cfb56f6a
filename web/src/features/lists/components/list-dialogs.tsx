import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { ProductList } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { optionalText, text } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n, useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { Sheet } from '~shared/ui/sheet'
import { toast } from '~shared/ui/toast-store'
import { MAX_DESCRIPTION_LENGTH, NAME, failedChangeText } from '../limits'
import { useDeleteList, writeList } from '../mutations'
import { isAboutLists } from '~/features/lists/queries'

const Schema = v.object({
  name: text(NAME.max, NAME.min),
  description: optionalText(MAX_DESCRIPTION_LENGTH),
})

type OpenDialog = { kind: 'create' } | { kind: 'edit' | 'delete'; list: ProductList } | null

interface ListDialogsProps {
  open: OpenDialog
  close: () => void
  onCreated?: (list: ProductList) => void
  onDelete?: () => void
}

/** Pass `shown` to `ListDialogs`. */
export function useListDialogs() {
  const [open, setOpen] = useState<OpenDialog>(null)
  return {
    create: () => setOpen({ kind: 'create' }),
    edit: (list: ProductList) => setOpen({ kind: 'edit', list }),
    delete: (list: ProductList) => setOpen({ kind: 'delete', list }),
    shown: { open, close: () => setOpen(null) },
  }
}

export function ListDialogs({ open, close, onCreated, onDelete }: ListDialogsProps) {
  const t = useT()
  const { mutate: remove } = useDeleteList()
  const list = open && 'list' in open ? open.list : undefined
  const isDeleting = open?.kind === 'delete'
  return (
    <>
      <Sheet open={open !== null && !isDeleting} onClose={close} title={list ? t('lists.edit') : t('lists.new')}>
        <ListForm
          list={list}
          onCancel={close}
          onDone={(savedList) => {
            close()
            if (!list) onCreated?.(savedList)
          }}
        />
      </Sheet>
      {/* Deleting asks first and cannot be undone: a new list would have another link than the shared one. */}
      <Sheet open={isDeleting} onClose={close} title={t('lists.deleting.title', { name: list?.name ?? '' })}>
        <p className="text-pretty text-muted">{t('lists.deleting.text')}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            size="lg"
            onClick={() => {
              close()
              onDelete?.()
              if (list) remove(list)
            }}
          >
            {t('lists.deleting.submit')}
          </Button>
          <Button look="quiet" size="lg" onClick={close}>
            {t('lists.cancel')}
          </Button>
        </div>
      </Sheet>
    </>
  )
}

interface ListFormProps {
  /** The list to edit. Absent for a new list. */
  list?: ProductList | undefined
  onDone: (list: ProductList) => void
  onCancel: () => void
}

function ListForm({ list, onDone, onCancel }: ListFormProps) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const form = useSendForm({
    schema: Schema,
    values: { name: list?.name ?? '', description: list?.description ?? '' },
    labels: { name: t('lists.label.name'), description: t('lists.label.description') },
    send: (typed) => writeList(locale, typed, list?.id),
    onSent: ({ data }) => {
      toast.good(list ? t('lists.updated') : t('lists.created', { name: data.name }))
      onDone(data)
      return client.invalidateQueries({ predicate: isAboutLists })
    },
    failureMessage: (error) => failedChangeText(t, list ? 'update' : 'create', error),
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
      <FormText name="name" autoComplete="off" maxLength={NAME.max} hint={t('lists.hint.name')} />
      <FormArea name="description" optional rows={3} maxLength={MAX_DESCRIPTION_LENGTH} hint={t('lists.hint.description')} />
    </SendForm>
  )
}
