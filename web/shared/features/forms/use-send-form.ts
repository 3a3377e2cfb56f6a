import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { useAuth } from '~shared/features/auth/store'
import { drafts } from '~shared/lib/drafts'
import { fieldProblems, useFieldErrorText } from './problems'

export interface SendFormOptions<Input extends FieldValues, Output, Result> {
  /** Its messages are error codes of the server, so that both checks show the same text. */
  schema: GenericSchema<Input, Output>
  values: Input
  /** Label of each field, in the order of the page. */
  labels: Record<keyof Input & string, string>
  send: (values: Output) => Promise<Result>
  onSent: (response: Result, reset: () => void) => unknown
  /** Maps problem codes to the field that they are about. */
  fieldOf?: Partial<Record<string, keyof Input & string>>
  /** Maps a field name of the server to the name in the form, if they differ. */
  toFormField?: (named: string) => string
  /** Returns a text for a failure that belongs to no field. */
  failureMessage?: (failure: unknown) => string
}

/** State that fields and summary read, independent of the form's values. */
export interface SendFormState {
  form: UseFormReturn
  labels: Record<string, string>
  submit: (event: BaseSyntheticEvent) => Promise<void>
  isSending: boolean
  /** Incremented by every failed submission, on the client or on the server. */
  failureCount: number
  errorFor: (name: string) => string | undefined
  /** Names of the invalid fields. */
  invalidFields: string[]
  /** The failure that belongs to no field, and its time. */
  failure: unknown
  failedAt: number
  failureMessage: ((failure: unknown) => string) | undefined
}

type Failed = Pick<SendFormState, 'failure' | 'failedAt'>
const NOT_FAILED: Failed = { failure: null, failedAt: 0 }
const failureAt = (failure: unknown): Failed => ({ failure, failedAt: Date.now() })

/** Creates a form that is checked on the client first and then by the server. Both kinds of errors appear beside their field. */
export function useSendForm<Input extends FieldValues, Output, Result>(options: SendFormOptions<Input, Output, Result>): SendFormState {
  const { schema, values, labels, send, onSent, fieldOf, toFormField, failureMessage } = options
  const errorText = useFieldErrorText()
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues: values as DefaultValues<Input>,
    // The summary takes the focus instead: it names all invalid fields, not just the first.
    shouldFocusError: false,
  })
  const [{ failure, failedAt }, setFailed] = useState<Failed>(NOT_FAILED)
  const [refusals, setRefusals] = useState(0)
  const { errors, isSubmitting, submitCount } = form.formState
  const names = Object.keys(labels) as (keyof Input & string)[]

  const showFieldErrors = (error: unknown) => {
    const problems = fieldProblems(error, names, fieldOf, toFormField)
    for (const { field, message } of problems) form.setError(field as Path<Input>, { type: 'server', message })
    if (problems.length === 0) setFailed(failureAt(error))
    // Counted here, together with the texts: `submitCount` changes only after they were rendered.
    setRefusals((count) => count + 1)
  }

  const checkAndSend = form.handleSubmit(async (checked) => {
    let response: Result
    try {
      response = await send(checked)
    } catch (error) {
      showFieldErrors(error)
      return
    }
    await onSent(response, () => form.reset())
  })

  const submit = (event: BaseSyntheticEvent) => {
    setFailed(NOT_FAILED)
    return checkAndSend(event)
  }

  return {
    form: form as unknown as UseFormReturn,
    labels,
    submit,
    isSending: isSubmitting,
    failureCount: submitCount + refusals,
    errorFor: (name: string) => errorText(errors[name]),
    invalidFields: names.filter((name) => errors[name]),
    failure,
    failedAt,
    failureMessage,
  }
}

/** Name of a draft, unique to the account. */
export const useDraftName = (about: string) => `${about} ${useAuth((state) => state.user?.id)}`

/** Stores the values under `name` on every change; does nothing without a name. */
export function useKeepDraft(name: string | null, { form: { watch } }: SendFormState) {
  useEffect(() => {
    if (name === null) return
    const { unsubscribe } = watch((values) => drafts.keep(name, values))
    return unsubscribe
  }, [watch, name])
}
