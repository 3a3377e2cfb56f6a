// Parts of forms that edit existing data: fresh values to begin with, typed values that survive a reload, and groups of fields.
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
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
  /** Writes what a save has assigned, such as ids, into the values that were typed while the request ran. */
  updateTyped?: (sent: Input, saved: Input) => void
  /** Whether the form has created an entry, so that it drops what was typed while the request ran. */
  isCreation?: boolean
  onSaved: (response: Result) => unknown
}

const isSame = (some: unknown, other: unknown) => JSON.stringify(some) === JSON.stringify(other)

export interface DraftFormState<Input> extends SendFormState {
  /** Replaces the typed values and deletes the draft. */
  replaceBy: (values: Input) => void
}

/**
 * Typed values (a draft) are kept for the tab and the account until they are saved. Values that are typed while a request runs
 * stay in the form as the next draft.
 */
export function useDraftForm<Input extends FieldValues, Output, Result>(options: Options<Input, Output, Result>): DraftFormState<Input> {
  const { draftName, values, isChanged, valuesAfterSave, updateTyped, isCreation = false, onSaved, ...sendOptions } = options
  const account = useStaff(({ session }) => session?.user.id)
  const draftKey = `${draftName} ${account}`
  const sent = useRef<FieldValues>({})
  const sendForm = useSendForm({
    ...sendOptions,
    values: drafts.read(draftKey, values),
    send: (checked) => {
      sent.current = structuredClone(sendForm.form.getValues())
      return options.send(checked)
    },
    onSent: (response) => {
      const saved = valuesAfterSave(response)
      const typed = isCreation ? [] : Object.keys(saved).filter((name) => !isSame(sendForm.form.getValues(name), sent.current[name]))
      if (typed.length === 0) replaceBy(saved)
      else replaceAllBut(typed, saved)
      return onSaved(response)
    },
  })
  useKeepDraft(draftKey, sendForm, isChanged as ((values: FieldValues) => boolean) | undefined)
  const replaceBy = (replacement: Input) => {
    sendForm.form.reset(replacement)
    drafts.drop(draftKey)
  }
  /** A reset would move the focus out of the input in which the user types. */
  const replaceAllBut = (typed: string[], saved: Input) => {
    for (const [name, value] of Object.entries(saved)) if (!typed.includes(name)) sendForm.form.setValue(name, value)
    updateTyped?.(sent.current as Input, saved)
    drafts.keep(draftKey, sendForm.form.getValues())
  }
  return { ...sendForm, replaceBy }
}

/** Stops the Enter key in an input, which would send a form by accident. */
export function ignoreEnter(event: KeyboardEvent) {
  const { key, target } = event
  if (key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'file') event.preventDefault()
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
