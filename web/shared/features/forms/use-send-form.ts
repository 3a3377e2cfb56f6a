// The state of a form: checks the fields, sends the values, and assigns the server's errors to the fields.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, get, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { useAuth } from '~shared/features/auth/store'
import { drafts } from '~shared/lib/drafts'
import { fieldProblems, useFieldErrorText } from './problems'

export interface SendFormOptions<Input extends FieldValues, Output, Result> {
  /** Its messages are the server's error codes. */
  schema: GenericSchema<Input, Output>
  values: Input
  /** The fields in the order of the page. */
  labels: Record<keyof Input & string, string>
  /** Returns the labels of nested fields, such as `fields.0.key`. */
  labelsOf?: (values: Input) => Record<string, string>
  send: (values: Output) => Promise<Result>
  onSent: (response: Result, reset: () => void) => unknown
  /** The field that each problem code is about. */
  fieldOf?: Partial<Record<string, keyof Input & string>>
  toFormField?: (serverField: string) => string
  /** Returns the text for a failure that belongs to no field. */
  failureMessage?: (failure: unknown) => string
}

export interface SendFormState {
  /** The values and errors, in react-hook-form. */
  form: UseFormReturn
  labels: Record<string, string>
  submit: (event: BaseSyntheticEvent) => Promise<void>
  /** Shows the server's errors beside the fields, and returns whether the failure has any. */
  showFieldErrors: (error: unknown) => boolean
  isSending: boolean
  /** When it grows, the summary takes the focus. It also grows after a success, which shows nothing. */
  failureCount: number
  errorFor: (name: string) => string | undefined
  invalidFields: string[]
  /** A failure that belongs to no field, and its time. */
  failure: unknown
  failedAt: number
  failureMessage: ((failure: unknown) => string) | undefined
}

type Failed = Pick<SendFormState, 'failure' | 'failedAt'>
const NOT_FAILED: Failed = { failure: null, failedAt: 0 }
const failureAt = (failure: unknown): Failed => ({ failure, failedAt: Date.now() })

/** `name` may be a path. The error of a whole list is its `root`. */
function errorAt(errors: FieldErrors, name: string): { type?: unknown; message?: unknown } | undefined {
  const fieldError = get(errors, name) as { message?: unknown; root?: { message?: unknown } } | undefined
  return fieldError?.message === undefined ? fieldError?.root : fieldError
}

export function useSendForm<Input extends FieldValues, Output, Result>(options: SendFormOptions<Input, Output, Result>): SendFormState {
  const { schema, values, labelsOf, send, onSent, fieldOf, toFormField, failureMessage } = options
  const errorText = useFieldErrorText()
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues: values as DefaultValues<Input>,
    // The summary takes the focus instead.
    shouldFocusError: false,
  })
  const [{ failure, failedAt }, setFailed] = useState<Failed>(NOT_FAILED)
  /** How often the server has refused. `submitCount` counts all attempts. */
  const [refusals, setRefusals] = useState(0)
  const { errors, isSubmitting, submitCount } = form.formState
  const labels: Record<string, string> = labelsOf ? { ...options.labels, ...labelsOf(form.getValues()) } : options.labels
  const names = Object.keys(labels)

  const showFieldErrors = (error: unknown) => {
    const problems = fieldProblems(error, names, fieldOf, toFormField)
    for (const { field, message } of problems) form.setError(field as Path<Input>, { type: 'server', message })
    return problems.length > 0
  }

  const checkAndSend = form.handleSubmit(async (checked) => {
    let response: Result
    try {
      response = await send(checked)
    } catch (error) {
      if (!showFieldErrors(error)) setFailed(failureAt(error))
      // `submitCount` grows one render after these errors appear, too late for the focus.
      setRefusals((count) => count + 1)
      return
    }
    await onSent(response, () => form.reset())
  })

  const submit = (event: BaseSyntheticEvent) => {
    setFailed(NOT_FAILED)
    return checkAndSend(event)
  }

  return {
    // Fields and summary do not depend on the type of the values.
    form: form as unknown as UseFormReturn,
    labels,
    submit,
    showFieldErrors,
    isSending: isSubmitting,
    failureCount: submitCount + refusals,
    errorFor: (name: string) => errorText(errorAt(errors, name)),
    invalidFields: names.filter((name) => errorAt(errors, name)),
    failure,
    failedAt,
    failureMessage,
  }
}

export const useDraftName = (about: string) => `${about} ${useAuth((state) => state.user?.id)}`

/** Stores the values on every change, and drops the draft when `isChanged` returns false. A null name stores nothing. */
export function useKeepDraft(
  name: string | null,
  { form: { watch } }: SendFormState,
  isChanged: (values: FieldValues) => boolean = () => true,
) {
  const latest = useRef(isChanged)
  // Runs before the effects of field arrays, which report the values after a reset.
  useLayoutEffect(() => {
    latest.current = isChanged
  })
  useEffect(() => {
    if (name === null) return
    const { unsubscribe } = watch((values) => (latest.current(values) ? drafts.keep(name, values) : drafts.drop(name)))
    return unsubscribe
  }, [watch, name])
}
