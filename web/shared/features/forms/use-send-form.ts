import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useEffect, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { useAuth } from '~shared/features/auth/store'
import { drafts } from '~shared/lib/drafts'
import { fieldProblems, useFieldWords } from './problems'

export interface SendFormOptions<Input extends FieldValues, Output, Answer> {
  /** Its messages are the codes of `errors.fields`, so that both sides say the same. */
  schema: GenericSchema<Input, Output>
  values: Input
  /** Every field by its name, in the order of the page. */
  labels: Record<keyof Input & string, string>
  send: (values: Output) => Promise<Answer>
  onSent: (answer: Answer, reset: () => void) => unknown
  /** The field that a problem with a code of its own is about. */
  fieldOf?: Partial<Record<string, keyof Input & string>>
  /** What a field of the server's is called here, when that is not the same. */
  fieldNamed?: (named: string) => string
  /** What to say of a failure that no field is to blame for, when there is more to say than why. */
  sayFailure?: (failure: unknown) => string
}

/** What the fields and the summary of a form know of it, whatever its values are. */
export interface SendFormState {
  form: UseFormReturn
  labels: Record<string, string>
  submit: (event: BaseSyntheticEvent) => Promise<void>
  isSending: boolean
  /** Grows with every answer that the summary has to tell of. */
  answers: number
  wordsFor: (name: string) => string | undefined
  /** The fields that are wrong. */
  wrong: string[]
  /** What went wrong when no field is to blame, and when that was. */
  failure: unknown
  failedAt: number
  sayFailure: ((failure: unknown) => string) | undefined
}

type Failed = Pick<SendFormState, 'failure' | 'failedAt'>
const NOT_FAILED: Failed = { failure: null, failedAt: 0 }
const failedNow = (failure: unknown): Failed => ({ failure, failedAt: Date.now() })

/** A form that is checked here first and then by the server. Whatever either says is beside its field; nothing typed is lost. */
export function useSendForm<Input extends FieldValues, Output, Answer>(options: SendFormOptions<Input, Output, Answer>): SendFormState {
  const { schema, values, labels, send, onSent, fieldOf, fieldNamed, sayFailure } = options
  const wordsOf = useFieldWords()
  const form = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    defaultValues: values as DefaultValues<Input>,
    // The summary takes the focus: it names every field that is wrong, not just the first.
    shouldFocusError: false,
  })
  const [{ failure, failedAt }, setFailed] = useState<Failed>(NOT_FAILED)
  const [refusals, setRefusals] = useState(0)
  const { errors, isSubmitting, submitCount } = form.formState
  const names = Object.keys(labels) as (keyof Input & string)[]

  const blame = (error: unknown) => {
    const problems = fieldProblems(error, names, fieldOf, fieldNamed)
    for (const { field, message } of problems) form.setError(field as Path<Input>, { type: 'server', message })
    if (problems.length === 0) setFailed(failedNow(error))
    // With the words themselves: the form counts a submission only after they were shown.
    setRefusals((before) => before + 1)
  }

  const checkAndSend = form.handleSubmit(async (checked) => {
    let answer: Answer
    try {
      answer = await send(checked)
    } catch (error) {
      blame(error)
      return
    }
    await onSent(answer, () => form.reset())
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
    answers: submitCount + refusals,
    wordsFor: (name: string) => wordsOf(errors[name]),
    wrong: names.filter((name) => errors[name]),
    failure,
    failedAt,
    sayFailure,
  }
}

/** What somebody has begun to write about something is theirs alone. */
export const useDraftName = (about: string) => `${about} ${useAuth((state) => state.user?.id)}`

/** Keeps what is typed as it is typed, under a name if it has one. */
export function useKeepDraft(name: string | null, { form: { watch } }: SendFormState) {
  useEffect(() => {
    if (name === null) return
    const { unsubscribe } = watch((values) => drafts.keep(name, values))
    return unsubscribe
  }, [watch, name])
}
