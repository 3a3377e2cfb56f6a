// Requests about search rules, which replace a search text or put products first.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, Schemas } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export type SearchRule = Schemas['SearchRule']
type NewSearchRule = Schemas['NewSearchRuleForm']
type Saved = ApiResponse<'/admin/search/rules', 'post'>

const PATH = '/admin/search/rules'

export const searchRulesQuery = (locale: Locale, text: string, page: number) => ({
  ...get(locale, PATH, { query: { search: text || undefined, page: String(page), perPage: '20' } }),
  staleTime: LOADER_FRESH_MS,
})

export const create = (locale: Locale, form: NewSearchRule) => call({ method: 'POST', path: PATH, locale, body: form }) as Promise<Saved>

export const save = (locale: Locale, { id, version }: SearchRule, form: NewSearchRule) =>
  call({ method: 'PUT', path: `${PATH}/${id}`, locale, body: { ...form, version } }) as Promise<Saved>

const formOf = ({ text, instead, firstProducts }: SearchRule): NewSearchRule => ({
  text,
  ...(instead !== undefined && { instead }),
  firstProductIds: firstProducts.map(({ id }) => id),
})

/** Called after failures, too: another operator may have changed a rule. */
export function useRefreshRules() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix(PATH) })
}

/** There is no confirmation, because the message offers to undo it. */
export function useRemoveRule() {
  const { t, locale } = useI18n()
  const refresh = useRefreshRules()
  const showFailure = (error: unknown) => toast.bad(failureText(t, error))
  const restore = (rule: SearchRule) => void create(locale, formOf(rule)).catch(showFailure).then(refresh)
  return useMutation({
    mutationFn: ({ id }: SearchRule) => call({ method: 'DELETE', path: `${PATH}/${id}`, locale }),
    onSuccess: (_done, rule) =>
      toast.plain(t('admin.searchRules.removed', { text: rule.text }), { label: t('common.undo'), run: () => restore(rule) }),
    onError: showFailure,
    onSettled: refresh,
  })
}
