import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { IfMay } from '~admin/session/access'
import { FormArea } from '~shared/features/forms/fields'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { RelativeTime } from '~shared/ui/relative-time'
import { addNote, type OrderNote, orderNotesQuery } from './api'

const MAX_LENGTH = 2000

const schema = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required')), v.maxLength(MAX_LENGTH, errorCode('too_long'))),
})

/** Notes of staff about an order, which the shopper never sees. */
export function Notes({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const notes = useQuery(orderNotesQuery(locale, code)).data?.data ?? []
  return (
    <section aria-labelledby="notes" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="notes" className="text-xl">
        {t('admin.notes.title')}
      </h2>
      <p className="text-sm text-muted">{t('admin.notes.about')}</p>
      {notes.length > 0 && (
        <ol className="divide-y divide-line">
          {notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ol>
      )}
      <IfMay permission="orders_write">
        {/* A new key empties the form after each note. */}
        <NoteForm key={notes.length} code={code} />
      </IfMay>
    </section>
  )
}

function Note({ note: { operatorId, at, text } }: { note: OrderNote }) {
  const staffName = useStaffName()
  return (
    <li className="grid gap-0.5 py-3">
      <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      <p className="text-sm text-muted">
        {staffName(String(operatorId))} · <RelativeTime at={at} />
      </p>
    </li>
  )
}

function NoteForm({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const sendForm = useSendForm({
    schema,
    values: { text: '' },
    labels: { text: t('admin.notes.text') },
    send: ({ text }) => addNote(locale, code, text),
    onSent: () => client.invalidateQueries({ queryKey: orderNotesQuery(locale, code).queryKey }),
  })
  return (
    <SendForm form={sendForm} submit={t('admin.notes.add')}>
      <FormArea name="text" rows={2} />
    </SendForm>
  )
}
