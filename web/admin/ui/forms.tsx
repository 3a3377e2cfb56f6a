import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { LOADER_FRESH_MS, type Key } from '~shared/api/query'
import { type SendFormOptions, type SendFormState, useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { drafts } from '~shared/lib/drafts'

/** Returns a response that was fetched for this visit, by the loader or now, so that a form never begins with outdated data. */
export function useFreshQuery<Result>(query: UseQueryOptions<Result, Error, Result, Key>) {
  const [mountedAt] = useState(Date.now)
  const { data, dataUpdatedAt, isFetchedAfterMount, isError, error, refetch } = useQuery(query)
  const isFresh = isFetchedAfterMount || dataUpdatedAt > mountedAt - LOADER_FRESH_MS
  return { data: isFresh ? data : undefined, isError, error, refetch }
}

interface Options<Input extends FieldValues, Output, Result> extends Omit<SendFormOptions<Input, Output, Result>, 'onSent'> {
  /** Key under which the typed values are kept. */
  draftName: string
  /** Converts the response to a save into the values of the form. */
  valuesOf: (response: Result) => Input
  onSaved: (response: Result) => unknown
}

/** A form that edits existing data. Typed values are kept for the tab until they are saved; then the form shows the saved ones. */
export function useDraftForm<Input extends FieldValues, Output, Result>(options: Options<Input, Output, Result>): SendFormState {
  const { draftName, values, valuesOf, onSaved, ...rest } = options
  const draftKey = useDraftName(draftName)
  const form = useSendForm({
    ...rest,
    values: drafts.read(draftKey, values),
    onSent: (response) => {
      form.form.reset(valuesOf(response))
      drafts.drop(draftKey)
      return onSaved(response)
    },
  })
  useKeepDraft(draftKey, form)
  return form
}

interface Props {
  title: string
  text?: string
  children: ReactNode
}

/** Related fields of a long form. */
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
