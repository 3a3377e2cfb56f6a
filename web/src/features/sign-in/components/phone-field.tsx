import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { useParentForm } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { controlClass, FieldFrame } from '~shared/ui/fields'
import { AZERBAIJAN, caretAfter, digitsBefore, type TypedPhone, parsePhone, formatTyped } from '../phone'
import { countriesQuery } from '~/features/account/queries'

/** Accepts every usual notation, typed, pasted or autofilled. */
export function PhoneField({ name, autoComplete }: { name: string; autoComplete: string }) {
  const { t, locale } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { field } = useController({ name, control: form.control })
  const value = field.value as TypedPhone
  const { data } = useQuery(countriesQuery(locale))
  const countries = data?.data ?? [AZERBAIJAN]
  const input = useRef<HTMLInputElement | null>(null)
  /** Null if the caret need not move. */
  const digitsBeforeCaret = useRef<number | null>(null)

  // Formatting moves the caret to the end; this puts it back behind the same digit.
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === null) return
    const caret = caretAfter(formatTyped(value), digitsBeforeCaret.current)
    input.current?.setSelectionRange(caret, caret)
    digitsBeforeCaret.current = null
  }, [value])

  const change = ({ value: text, selectionStart }: HTMLInputElement) => {
    const typed = parsePhone(text, countries, value.country)
    const isAtEnd = selectionStart === null || selectionStart === text.length
    digitsBeforeCaret.current = isAtEnd ? Infinity : digitsBefore(text, selectionStart)
    field.onChange(typed)
  }
  const choose = (code: string) => {
    const country = countries.find((country) => country.code === code)
    if (country) field.onChange({ ...value, country })
    input.current?.focus()
  }

  return (
    <FieldFrame label={labels[name] ?? name} error={errorFor(name)} hint={t('signIn.phone.hint', { example: value.country.example })}>
      {(control) => (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
          <div className="relative rounded-lg focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text">
            <span aria-hidden className={controlClass(false, 'pointer-events-none flex h-13 items-center gap-2 tabular-nums')}>
              {value.country.dialCode}
              <ChevronDown className="size-4 text-muted" />
            </span>
            <select
              aria-label={t('signIn.phone.country')}
              value={value.country.code}
              onChange={(event) => choose(event.target.value)}
              className="absolute inset-0 w-full opacity-0"
            >
              {countries.map(({ code, name, dialCode }) => (
                <option key={code} value={code}>
                  {name} {dialCode}
                </option>
              ))}
            </select>
          </div>
          <input
            {...control}
            ref={(element) => {
              input.current = element
              field.ref(element)
            }}
            type="tel"
            inputMode="tel"
            autoComplete={autoComplete}
            required
            value={formatTyped(value)}
            onChange={(event) => change(event.target)}
            onBlur={field.onBlur}
            className={controlClass(Boolean(errorFor(name)), 'h-13 tabular-nums')}
          />
        </div>
      )}
    </FieldFrame>
  )
}
