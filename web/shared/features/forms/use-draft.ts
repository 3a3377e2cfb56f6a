import { useEffect } from 'react'
import { useAuth } from '~shared/features/auth/store'
import type { SendFormState } from './use-send-form'
import { drafts } from '~shared/lib/drafts'

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
