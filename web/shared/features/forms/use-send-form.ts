// The state of a form: checks the fields, sends the values, and assigns the server's errors to the fields. Also keeps drafts of unsent
// input.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, get, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { useAuth } from '~shared/features/auth/store'
import { drafts } from '~shared/lib/drafts'
import { fieldProblems, useFieldErrorText } from './problems'

export interface SendFormOptions<Input extends FieldValues, Output, Result> {
  /** The rules, with the server's error codes as messages, so that both checks show the same text. */
  schema: GenericSchema<Input, Output>
  values: Input
  /** The label of each field, in the order of the page. */
  labels: Record<keyof Input & string, string>
  /** Returns the labels of fields within objects and lists, such as `fields.0.key`. It is called whenever the form renders. */
  labelsOf?: (values: Input) => Record<string, string>
  send: (values: Output) => Promise<Result>
  onSent: (response: Result, reset: () => void) => unknown
  /** The field that each problem code is about. */
  fieldOf?: Partial<Record<string, keyof Input & string>>
  /** Maps a field name of the server to the form's, where they differ. */
  toFormField?: (serverField: string) => string
  /** Returns the text for a failure that belongs to no field. */
  failureMessage?: (failure: unknown) => string
}

/** The state that fields and summary read, independent of the form's values. */
export interface SendFormState {
  form: UseFormReturn
  labels: Record<string, string>
  submit: (event: BaseSyntheticEvent) => Promise<void>
  isSending: boolean
  /** Grows with each failed submission; the summary then takes the focus. It grows after a success, too, which nothing shows. */
  failureCount: number
  errorFor: (name: string) => string | undefined
  invalidFields: string[]
  /** The failure that belongs to no field, and its time. */
  failure: unknown
  failedAt: number
  failureMessage: ((failure: unknown) => string) | undefined
}

type Failed = Pick<SendFormState, 'failure' | 'failedAt'>
const NOT_FAILED: Failed = { failure: null, failedAt: 0 }
const failureAt = (failure: unknown): Failed => ({ failure, failedAt: Date.now() })

/** Returns the error of a field, which may be within an object or a list. The error of a whole list is its `root`. */
function errorAt(errors: FieldErrors, name: string): { type?: unknown; message?: unknown } | undefined {
  const fieldError = get(errors, name) as { message?: unknown; root?: { message?: unknown } } | undefined
  return fieldError?.message === undefined ? fieldError?.root : fieldError
}

/** A form that is checked on the client, then by the server. Both kinds of errors appear beside their field. */
export function useSendForm<Input extends FieldValues, Output, Result>(options: SendFormOptions<Input, Output, Result>): SendFormState {
  const { schema, values, labelsOf, send, onSent, fieldOf, toFormField, failureMessage } = options
  const errorText = useFieldErrorText()
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues: values as DefaultValues<Input>,
    // The summary takes the focus instead, because it names all invalid fields.
    shouldFocusError: false,
  })
  const [{ failure, failedAt }, setFailed] = useState<Failed>(NOT_FAILED)
  const [refusals, setRefusals] = useState(0)
  const { errors, isSubmitting, submitCount } = form.formState
  const labels: Record<string, string> = labelsOf ? { ...options.labels, ...labelsOf(form.getValues()) } : options.labels
  const names = Object.keys(labels)

  const showErrors = (error: unknown) => {
    const problems = fieldProblems(error, names, fieldOf, toFormField)
    for (const { field, message } of problems) form.setError(field as Path<Input>, { type: 'server', message })
    if (problems.length === 0) setFailed(failureAt(error))
    // `submitCount` grows one render after these errors appear, which is too late for the focus. This count grows with them.
    setRefusals((count) => count + 1)
  }

  const checkAndSend = form.handleSubmit(async (checked) => {
    let response: Result
    try {
      response = await send(checked)
    } catch (error) {
      showErrors(error)
      return
    }
    await onSent(response, () => form.reset())
  })

  const submit = (event: BaseSyntheticEvent) => {
    setFailed(NOT_FAILED)
    return checkAndSend(event)
  }

  return {
    // The cast is safe, because fields and summary do not depend on the type of the values.
    form: form as unknown as UseFormReturn,
    labels,
    submit,
    isSending: isSubmitting,
    failureCount: submitCount + refusals,
    errorFor: (name: string) => errorText(errorAt(errors, name)),
    invalidFields: names.filter((name) => errorAt(errors, name)),
    failure,
    failedAt,
    failureMessage,
  }
}

/** Returns the name of a draft, unique to the account. */
export const useDraftName = (about: string) => `${about} ${useAuth((state) => state.user?.id)}`

/** Stores the values as a draft on every change, and drops the draft when `isChanged` returns false. A null name stores nothing. */
export function useKeepDraft(
  name: string | null,
  { form: { watch } }: SendFormState,
  isChanged: (values: FieldValues) => boolean = () => true,
) {
  const latest = useRef(isChanged)
  // A layout effect runs before the effects of field arrays, which report the values after a reset.
  useLayoutEffect(() => {
    latest.current = isChanged
  })
  useEffect(() => {
    if (name === null) return
    const { unsubscribe } = watch((values) => (latest.current(values) ? drafts.keep(name, values) : drafts.drop(name)))
    return unsubscribe
  }, [watch, name])
}
