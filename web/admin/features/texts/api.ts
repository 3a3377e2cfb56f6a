// Requests about text pages of the shop, such as FAQ and terms. Each publication of a text in a language is a version.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { ApiFailure, failureText } from '~shared/api/failure'
import { post } from '~shared/api/http'
import { get, LOADER_FRESH_MS } from '~shared/api/query'
import type { ContentVersion } from '~shared/api/types'
import { text } from '~shared/features/forms/rules'
import type { SendFormState } from '~shared/features/forms/use-send-form'
import { useT } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

/** The most frequently edited pages come first. */
export const TEXTS = ['faq', 'delivery', 'payment', 'bonuses', 'privacy', 'terms', 'help'] as const

/** The title and version of each text in each language. */
export const textListQuery = (locale: Locale) => ({ ...get(locale, '/admin/content'), staleTime: LOADER_FRESH_MS })

/** Newest first: the first version of the first page is the published one. */
export const versionsQuery = (locale: Locale, page: string, language: Locale, pageNumber: number) => ({
  ...get(locale, '/admin/content/{page}/{language}', { path: { page, language }, query: { page: String(pageNumber), perPage: '10' } }),
  staleTime: LOADER_FRESH_MS,
})

// The server's validation rules, with its error codes as messages.
const MAX_TITLE_LENGTH = 200
const MAX_TEXT_LENGTH = 100_000

export const Schema = v.object({
  title: text(MAX_TITLE_LENGTH),
  markdown: text(MAX_TEXT_LENGTH),
  /** The version on which the edit is based. The server refuses the edit if a newer version was published. */
  fromVersion: v.number(),
})

export type Draft = v.InferInput<typeof Schema>

export const draftOf = ({ title, markdown, version }: ContentVersion): Draft => ({ title, markdown, fromVersion: version })

export interface TextKey {
  page: string
  language: Locale
}

export const publishText = (locale: Locale, { page, language }: TextKey, draft: Draft) =>
  post(locale, '/admin/content', { page, language, ...draft })

export function useRefreshTexts({ page }: TextKey) {
  const client = useQueryClient()
  const isAffected = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    String(queryKey[1]).startsWith('/admin/content') || queryKey[1] === `/content/${page}`
  return () => client.invalidateQueries({ predicate: isAffected })
}

/** Renders a draft without publishing it. Errors are shown beside their fields. */
export function usePreview({ page, language }: TextKey, { form }: SendFormState) {
  const t = useT()
  const { mutate, ...preview } = useMutation({
    // Requested in the language of the text, because the preview has addresses and names in it.
    mutationFn: ({ title, markdown }: Draft) => post(language, '/admin/content/preview', { page, title, markdown }),
    onError: (error) => {
      const fieldErrors = error instanceof ApiFailure ? (error.problem?.errors ?? []) : []
      // Fields get error codes, because the messages of this response are in the language of the text.
      for (const { field, code } of fieldErrors) form.setError(field, { message: code })
      if (fieldErrors.length === 0) toast.bad(failureText(t, error))
    },
  })
  const showPreview = async () => {
    if (await form.trigger()) mutate(form.getValues() as Draft)
  }
  return { rendered: preview.data?.data, isPending: preview.isPending, show: () => void showPreview() }
}
