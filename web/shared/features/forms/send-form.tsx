// A form with an error summary and a submit button. `useSendForm` holds its state.

import clsx from 'clsx'
import { createContext, type ReactNode, use, useLayoutEffect, useRef } from 'react'
import { failureText } from '~shared/api/failure'
import { useT } from '~shared/i18n/context'
import { clock, useRetryAfter } from '~shared/lib/clock'
import { Button } from '~shared/ui/button'
import type { SendFormState } from './use-send-form'

const FormContext = createContext<SendFormState | null>(null)

export function useParentForm(): SendFormState {
  const form = use(FormContext)
  if (!form) throw new Error('SendForm is missing above this field')
  return form
}

/** A field without an input is the element with its name in `data-field`, such as the button that adds to an empty list. */
export function focusField(form: SendFormState['form'], name: string) {
  const element = document.querySelector<HTMLElement>(`[data-field="${name}"]`)
  if (element) element.focus()
  else form.setFocus(name)
}

interface Props {
  form: SendFormState
  submit: string
  submitClass?: string
  beside?: ReactNode
  className?: string
  children: ReactNode
}

/** After too many requests, the button waits. */
export function SendForm({ form, submit, submitClass, beside, className, children }: Props) {
  const t = useT()
  const retryAfter = useRetryAfter(form)
  return (
    <FormContext value={form}>
      <form noValidate className={clsx('grid grid-cols-1 gap-5', className)} onSubmit={(event) => void form.submit(event)}>
        <Summary />
        {children}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="lg" busy={form.isSending} disabled={form.isSending || retryAfter !== null} className={submitClass}>
            {submit}
          </Button>
          {/* Outside the summary, which would be read out every second. */}
          {retryAfter && <p className="text-muted tabular-nums">{t('forms.wait', { time: clock(retryAfter) })}</p>}
          {beside}
        </div>
      </form>
    </FormContext>
  )
}

/** Takes the focus when sending fails. */
function Summary() {
  const t = useT()
  const { form, labels, invalidFields, failure, failureCount, errorFor, failureMessage } = useParentForm()
  const summary = useRef<HTMLDivElement>(null)

  // A layout effect, so that the summary is never painted without the focus.
  useLayoutEffect(() => {
    if (failureCount > 0) summary.current?.focus()
  }, [failureCount])

  const hasFailed = failure !== null && invalidFields.length === 0
  if (!hasFailed && invalidFields.length === 0) return null
  return (
    <div ref={summary} tabIndex={-1} role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad outline-none">
      {hasFailed ? (failureMessage?.(failure) ?? failureText(t, failure)) : t('forms.summary')}
      {invalidFields.length > 0 && (
        <ul className="font-normal">
          {invalidFields.map((name) => (
            <li key={name}>
              <button type="button" className="min-h-8 text-left underline" onClick={() => focusField(form, name)}>
                {labels[name]}: {errorFor(name)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface ReasonsProps {
  label: string
  reasons: string[]
  onChoose: (reason: string) => void
}

export function ReasonButtons({ label, reasons, onChoose }: ReasonsProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {reasons.map((reason) => (
        <li key={reason}>
          <button
            type="button"
            onClick={() => onChoose(reason)}
            className="min-h-11 rounded-full border border-line-strong/60 px-4 text-left text-sm hover:border-line-strong hover:bg-sunken"
          >
            {reason}
          </button>
        </li>
      ))}
    </ul>
  )
}
