import type { FieldValues } from 'react-hook-form'
import { drafts } from '~shared/lib/drafts'
import { useDraftName, useKeepDraft } from '~shared/features/forms/use-draft'
import { type SendFormOptions, type SendFormState, useSendForm } from '~shared/features/forms/use-send-form'

interface Options<Input extends FieldValues, Output, Answer> extends Omit<SendFormOptions<Input, Output, Answer>, 'onSent'> {
  /** What it is about: what is typed is kept under this name. */
  about: string
  /** What the form goes on from once it is saved: what the server has made of it. */
  valuesOf: (answer: Answer) => Input
  onSaved: (answer: Answer) => unknown
}

/** A form for what is there already. What is typed is kept for the tab until it is saved, and the form stays, with what was saved. */
export function useKeptForm<Input extends FieldValues, Output, Answer>(options: Options<Input, Output, Answer>): SendFormState {
  const { about, values, valuesOf, onSaved, ...rest } = options
  const kept = useDraftName(about)
  const form = useSendForm({
    ...rest,
    values: drafts.read(kept, values),
    onSent: (answer) => {
      form.form.reset(valuesOf(answer))
      drafts.drop(kept)
      return onSaved(answer)
    },
  })
  useKeepDraft(kept, form)
  return form
}
