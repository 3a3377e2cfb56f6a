import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useI18n } from '~shared/i18n/context'
import { months, bakuDate } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { controlClass } from '~shared/ui/fields'
import { type DateParts, joinDate, splitDate } from '~shared/features/forms/rules'
import { useParentForm } from '~shared/features/forms/send-form'

const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1))
const OLDEST_YEAR = 1900

interface FormDateProps {
  name: string
  hint?: string
  optional?: boolean
}

/** A date up to today, from three selects. Chrome's calendar has no Azerbaijani and needs many presses to reach a year of birth. */
export function FormDate({ name, hint, optional = false }: FormDateProps) {
  const { t, locale } = useI18n()
  const id = useId()
  const now = useNow()
  const { form, labels, errorFor } = useParentForm()
  const { field } = useController({ name, control: form.control })
  const parts = splitDate(String(field.value ?? ''))
  const error = errorFor(name)
  const note = error ?? hint
  // The gateway renders without a clock, as if in 1970. The browser adds the later years.
  const thisYear = Number(bakuDate(now ?? 0).slice(0, 4))
  const years = Array.from({ length: thisYear - OLDEST_YEAR + 1 }, (_, index) => String(thisYear - index))
  const selects: { part: keyof DateParts; label: string; choices: [string, string][] }[] = [
    { part: 'day', label: t('forms.day'), choices: DAYS.map((day) => [day, day]) },
    { part: 'month', label: t('forms.month'), choices: months(locale).map((month, index) => [String(index + 1), month]) },
    { part: 'year', label: t('forms.year'), choices: years.map((year) => [year, year]) },
  ]

  return (
    <fieldset className="grid gap-1.5" aria-describedby={note ? `${id}-note` : undefined}>
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">
        {labels[name]}
        {optional && <span className="font-normal text-muted"> {t('forms.optional')}</span>}
      </legend>
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)_6.5rem] gap-2">
        {selects.map(({ part, label, choices }, index) => (
          <div key={part} className="relative">
            <select
              ref={index === 0 ? field.ref : undefined}
              aria-label={label}
              aria-invalid={error ? true : undefined}
              value={parts[part]}
              onChange={({ target }) => field.onChange(joinDate({ ...parts, [part]: target.value }))}
              onBlur={field.onBlur}
              className={controlClass(Boolean(error), 'h-13 appearance-none pr-8')}
            >
              <option value="">{label}</option>
              {choices.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
            <ChevronDown aria-hidden className="pointer-events-none absolute top-4.5 right-3 size-4 text-muted" />
          </div>
        ))}
      </div>
      {note && (
        <p id={`${id}-note`} className={clsx('text-sm', error ? 'font-medium text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </fieldset>
  )
}
