import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { JUST_LOADED, type Key } from '~shared/api/query'
import { type SendFormOptions, type SendFormState, useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { drafts } from '~shared/lib/drafts'

/** A query whose answer is not older than the page: its loader has just fetched it, or it is fetched now. For forms to begin with. */
export function useFresh<Answer>(query: UseQueryOptions<Answer, Error, Answer, Key>) {
  const [mountedAt] = useState(Date.now)
  const { data, dataUpdatedAt, isFetchedAfterMount, isError, error, refetch } = useQuery(query)
  const isFresh = isFetchedAfterMount || dataUpdatedAt > mountedAt - JUST_LOADED
  return { data: isFresh ? data : undefined, isError, error, refetch }
}

interface Options<Input extends FieldValues, Output, Answer> extends Omit<SendFormOptions<Input, Output, Answer>, 'onSent'> {
  /** Names the draft under which typed values are kept. */
  about: string
  /** Returns the form's values from the server's answer, once it is saved. */
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

interface Props {
  title: string
  text?: string
  children: ReactNode
}

/** Fields of a long form that belong together. */
export function FieldGroup({ title, text, children }: Props) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid grid-cols-1 gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </div>
  )
}
