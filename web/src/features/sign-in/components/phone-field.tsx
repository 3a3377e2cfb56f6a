import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { useFormAbove } from '~shared/features/forms/send-form'
import { useI18n } from '~shared/i18n/context'
import { controlClass, FieldFrame } from '~shared/ui/field-frame'
import { AZERBAIJAN, caretAfter, digitsBefore, type TypedPhone, understood, written } from '../phone'
import { countriesQuery } from '../queries'

/** A number with its country. Takes every usual form, typed, pasted or filled in, and writes it as it is written. */
export function PhoneField({ name }: { name: string }) {
  const { t, locale } = useI18n()
  const { form, labels, wordsFor } = useFormAbove()
  const { field } = useController({ name, control: form.control })
  const value = field.value as TypedPhone
  const { data } = useQuery(countriesQuery(locale))
  const countries = data?.data ?? [AZERBAIJAN]
  const input = useRef<HTMLInputElement | null>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    const at = caretAfter(written(value), caret.current)
    input.current?.setSelectionRange(at, at)
    caret.current = null
  }, [value])

  const change = ({ value: text, selectionStart }: HTMLInputElement) => {
    const typed = understood(text, countries, value.country)
    const isAtEnd = selectionStart === null || selectionStart === text.length
    caret.current = isAtEnd ? Infinity : digitsBefore(text, selectionStart)
    field.onChange(typed)
  }
  const choose = (code: string) => {
    const country = countries.find((one) => one.code === code)
    if (country) field.onChange({ ...value, country })
    input.current?.focus()
  }

  return (
    <FieldFrame label={labels[name] ?? name} error={wordsFor(name)} hint={t('signIn.phone.hint', { example: value.country.example })}>
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
            autoComplete="tel"
            required
            value={written(value)}
            onChange={(event) => change(event.target)}
            onBlur={field.onBlur}
            className={controlClass(Boolean(wordsFor(name)), 'h-13 tabular-nums')}
          />
        </div>
      )}
    </FieldFrame>
  )
}
