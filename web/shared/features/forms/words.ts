import { useT } from '~shared/i18n/context'
import type { PersonalMessages } from '~shared/i18n/translate'

/** What can be wrong with a field: the words are the server's own. */
export type FieldCode = keyof PersonalMessages['errors']['fields']

/** The server sends words; the rules of the page name a code. */
export function useFieldWords() {
  const t = useT()
  return (error: { type?: unknown; message?: unknown } | undefined): string | undefined => {
    if (!error) return undefined
    return error.type === 'server' ? String(error.message) : t(`errors.fields.${error.message as FieldCode}`)
  }
}
