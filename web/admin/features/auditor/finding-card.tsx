// One finding of the auditor: a difference between two sources, for example between the ledger and a bank.
import { useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { adminPaths } from '~admin/paths'
import { call } from '~shared/api/http'
import type { Finding } from '~shared/api/types'
import { FormArea } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { type Messages, type Translate, useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { money } from '~shared/i18n/format'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { errorCode } from '~shared/features/forms/rules'
import { IfMay } from '~admin/session/access'

// Field names and words of values come from the server and are keys of these texts.
type Texts = NonNullable<Messages['admin']>['auditor']
type Field = keyof Texts['field']
type Word = keyof Texts['word']

/** Areas whose numbers are amounts in qəpik. */
const MONEY: Finding['area'][] = ['movements', 'ledger', 'charges', 'refunds', 'orders', 'earnings', 'cashouts', 'bank', 'payouts']
/** Prefixes of fields in these areas that count units or bonuses. */
const NOT_MONEY = ['refunded_count', 'bonus']

/** A field may be about one item of an order: `returned:7/70` is product 7 in size 70. */
export const fieldText = (t: Translate, { field }: Pick<Finding, 'field'>) => {
  const [name = '', item] = field.split(':')
  const label = t(`admin.auditor.field.${name as Field}`)
  return item ? `${label} (${item})` : label
}

/** A value is a number, a word, or a word with an amount: `paid 2000`. */
export const valueText = (t: Translate, { area, field }: Pick<Finding, 'area' | 'field'>, value: string) => {
  const isMoney = MONEY.includes(area) && !NOT_MONEY.some((name) => field.startsWith(name))
  const partText = (text: string) => {
    if (!/^-?\d+$/.test(text)) return t(`admin.auditor.word.${text as Word}`)
    return isMoney ? money(Number(text)) : text
  }
  return value.split(' ').map(partText).join(' ')
}

/** The order code at the start of a subject, which may go on, for example with the number of a payment attempt. */
const ORDER_CODE = /^SQ-\w+-\w+/

export function FindingCard({ finding, onNoted }: { finding: Finding; onNoted: () => void }) {
  const { t, locale } = useI18n()
  const now = useNow()
  const [isNoting, setNoting] = useState(false)
  const { area, subject, expected, found, firstFoundAt, lastFoundAt, goneAt, note } = finding
  const order = ORDER_CODE.exec(subject)?.[0]
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <div>
        <p className="text-sm text-muted">{t(`admin.auditor.area.${area}`)}</p>
        <h3 className="text-lg wrap-anywhere">
          {order ? (
            <Link to={adminPaths.order(order)} className="text-accent-text underline">
              {subject}
            </Link>
          ) : (
            subject
          )}
          {` · ${fieldText(t, finding)}`}
        </h3>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <SourceValue term={t('admin.auditor.expected')} value={valueText(t, finding, expected)} />
        <SourceValue term={t('admin.auditor.found')} value={valueText(t, finding, found)} />
      </dl>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>{t('admin.auditor.first', { time: dayAndTime(locale, firstFoundAt, now) })}</span>
        {goneAt ? (
          <span>{t('admin.auditor.goneAt', { time: dayAndTime(locale, goneAt, now) })}</span>
        ) : (
          <span>{t('admin.auditor.last', { time: dayAndTime(locale, lastFoundAt, now) })}</span>
        )}
      </p>
      {note && !isNoting && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      {isNoting ? (
        <NoteForm
          finding={finding}
          onClose={() => setNoting(false)}
          onSaved={() => {
            setNoting(false)
            onNoted()
          }}
        />
      ) : (
        <IfMay permission="ledger_audit">
          <div>
            <Button look="quiet" onClick={() => setNoting(true)}>
              {t(note ? 'admin.auditor.editNote' : 'admin.auditor.addNote')}
            </Button>
          </div>
        </IfMay>
      )}
    </li>
  )
}

function SourceValue({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{term}:</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  )
}

const MAX_NOTE_LENGTH = 1000

const schema = v.object({
  note: v.pipe(v.string(), v.trim(), v.minLength(1, errorCode('required')), v.maxLength(MAX_NOTE_LENGTH, errorCode('too_long'))),
})

function NoteForm({ finding, onClose, onSaved }: { finding: Finding; onClose: () => void; onSaved: () => void }) {
  const { t, locale } = useI18n()
  const sendForm = useSendForm({
    schema,
    values: { note: finding.note ?? '' },
    labels: { note: t('admin.auditor.note') },
    send: (body) => call({ method: 'PUT', path: `/admin/auditor/findings/${finding.id}/note`, locale, body }),
    onSent: async () => {
      toast.good(t('admin.auditor.noteSaved'))
      onSaved()
    },
  })
  return (
    <SendForm
      form={sendForm}
      submit={t('admin.auditor.saveNote')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.back')}
        </Button>
      }
    >
      <FormArea name="note" rows={2} hint={t('admin.auditor.noteHint')} />
    </SendForm>
  )
}
