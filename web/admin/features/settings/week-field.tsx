import { useController } from 'react-hook-form'
import { daysText } from '~shared/features/contact/hours'
import { useFormAbove } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { controlClass } from '~shared/ui/field-frame'
import type { Day } from './week'

/** A week of opening hours, a line a day. */
export function WeekField({ name }: { name: string }) {
  const { t, locale } = useI18n()
  const { form, labels, wordsFor } = useFormAbove()
  const { ref, value, onChange } = useController({ name, control: form.control }).field
  const week = value as Day[]
  const error = wordsFor(name)
  const set = (index: number, part: Partial<Day>) => onChange(week.map((day, at) => (at === index ? { ...day, ...part } : day)))
  const noteId = `${name}-note`

  return (
    <fieldset aria-describedby={noteId} className="grid grid-cols-1 gap-2">
      <legend className="sr-only">{labels[name]}</legend>
      {week.map(({ opens, closes }, index) => {
        const day = daysText(locale, { fromDay: index + 1, untilDay: index + 1 })
        return (
          <div key={day} className="grid grid-cols-1 items-center gap-2 sm:grid-cols-2">
            <span className="font-medium">{day}</span>
            <span className="flex items-center gap-2">
              <input
                ref={index === 0 ? ref : undefined}
                type="time"
                aria-label={t('office.seller.opens', { day })}
                aria-invalid={error ? true : undefined}
                value={opens}
                onChange={({ target }) => set(index, { opens: target.value })}
                className={controlClass(Boolean(error), 'h-12 min-w-0')}
              />
              –
              <input
                type="time"
                aria-label={t('office.seller.closes', { day })}
                aria-invalid={error ? true : undefined}
                value={closes}
                onChange={({ target }) => set(index, { closes: target.value })}
                className={controlClass(Boolean(error), 'h-12 min-w-0')}
              />
            </span>
          </div>
        )
      })}
      <p id={noteId} className={error ? 'text-sm font-medium text-bad' : 'text-sm text-muted'}>
        {error ?? t('office.seller.shut')}
      </p>
    </fieldset>
  )
}
