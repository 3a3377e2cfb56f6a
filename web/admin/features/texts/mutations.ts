import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '~shared/api/failure'
import { post } from '~shared/api/http'
import { failureText } from '~shared/features/content/failure-text'
import type { SendFormState } from '~shared/features/forms/use-send-form'
import { useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'
import type { Draft } from './draft'

export interface Place {
  page: string
  language: Locale
}

export const publish = (locale: Locale, { page, language }: Place, draft: Draft) =>
  post(locale, '/admin/content', { page, language, ...draft })

/** What the desk lists, and what shoppers read. */
export function useRefreshTexts({ page }: Place) {
  const client = useQueryClient()
  const isOf = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    String(queryKey[1]).startsWith('/admin/content') || queryKey[1] === `/content/${page}`
  return () => client.invalidateQueries({ predicate: isOf })
}

/** What a text would look like. What is wrong with it is said beside its field, as when it is published. */
export function usePreview({ page, language }: Place, { form }: SendFormState) {
  const t = useT()
  const { mutate, ...preview } = useMutation({
    // Asked for in the language of the text, whose address and names are filled in.
    mutationFn: ({ title, markdown }: Draft) => post(language, '/admin/content/preview', { page, title, markdown }),
    onError: (error) => {
      const complaints = error instanceof ApiFailure ? (error.problem?.errors ?? []) : []
      // In codes: the words of this answer are in the language of the text.
      for (const { field, code } of complaints) form.setError(field, { message: code })
      if (complaints.length === 0) toast.bad(failureText(t, error))
    },
  })
  const look = async () => {
    if (await form.trigger()) mutate(form.getValues() as Draft)
  }
  return { shown: preview.data?.data, isPending: preview.isPending, look: () => void look() }
}
