// Parts of forms that edit existing data: fresh values to begin with, typed values that survive a reload, and groups of fields.
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useStaff } from '~admin/session/store'
import { LOADER_FRESH_MS, type Key } from '~shared/api/query'
import { type SendFormOptions, type SendFormState, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { drafts } from '~shared/lib/drafts'

/** Returns data only if it was fetched for this visit, by the loader or after mounting, so that a form never begins with outdated data. */
export function useFreshQuery<Result>(query: UseQueryOptions<Result, Error, Result, Key>) {
  const [mountedAt] = useState(Date.now)
  const { data, dataUpdatedAt, isFetchedAfterMount, isError, error, refetch } = useQuery(query)
  const isFresh = isFetchedAfterMount || dataUpdatedAt > mountedAt - LOADER_FRESH_MS
  return { data: isFresh ? data : undefined, isError, error, refetch }
}

interface Options<Input extends FieldValues, Output, Result> extends Omit<SendFormOptions<Input, Output, Result>, 'onSent'> {
  /** The key under which the typed values are kept. */
  draftName: string
  /** Whether the values differ from those that the form began with. Only such values are kept. */
  isChanged?: (values: Input) => boolean
  /** The values that the form shows after a save. */
  valuesAfterSave: (response: Result) => Input
  onSaved: (response: Result) => unknown
}

interface DraftFormState<Input> extends SendFormState {
  /** Replaces the typed values and deletes the draft. */
  replaceBy: (values: Input) => void
}

/** Typed values (a draft) are kept for the tab and the account until they are saved. */
export function useDraftForm<Input extends FieldValues, Output, Result>(options: Options<Input, Output, Result>): DraftFormState<Input> {
  const { draftName, values, isChanged, valuesAfterSave, onSaved, ...sendOptions } = options
  const account = useStaff(({ session }) => session?.user.id)
  const draftKey = `${draftName} ${account}`
  const sendForm = useSendForm({
    ...sendOptions,
    values: drafts.read(draftKey, values),
    onSent: (response) => {
      replaceBy(valuesAfterSave(response))
      return onSaved(response)
    },
  })
  useKeepDraft(draftKey, sendForm, isChanged as ((values: FieldValues) => boolean) | undefined)
  const replaceBy = (replacement: Input) => {
    sendForm.form.reset(replacement)
    drafts.drop(draftKey)
  }
  return { ...sendForm, replaceBy }
}

interface Props {
  title: string
  text?: string
  children: ReactNode
}

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
