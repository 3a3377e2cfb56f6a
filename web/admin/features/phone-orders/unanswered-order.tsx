// An order whose response was lost. The operator sends it again as it was, or discards it.
import { useId } from 'react'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import type { Attempt } from './attempts'

interface Props {
  attempt: Attempt
  /** Whether the error summary of the form has the text already. */
  isExplained: boolean
  isSending: boolean
  onSend: () => void
  onDiscard: () => void
}

export function UnansweredOrder({ attempt: { form, sentAt }, isExplained, isSending, onSend, onDiscard }: Props) {
  const { t, locale } = useI18n()
  const now = useNow()
  const id = useId()
  const when = dayAndTime(locale, new Date(sentAt).toISOString(), now)
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id={id} className="text-xl wrap-anywhere">
        {t('admin.phone.unanswered.title', { phone: form.draft.customerPhone ?? '', when })}
      </h2>
      {!isExplained && <p className="text-pretty">{t('admin.phone.unanswered.text')}</p>}
      <div className="flex flex-wrap gap-3">
        <Button busy={isSending} disabled={isSending} onClick={onSend}>
          {t('admin.phone.unanswered.again')}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={onDiscard}>
          {t('admin.phone.unanswered.discard')}
        </Button>
      </div>
    </section>
  )
}
