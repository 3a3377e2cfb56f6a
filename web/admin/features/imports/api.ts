// Requests about imports of products. The server reads the file, the operator assigns its columns (mapping), the server checks the rows
// (`check`) and writes the products (`start`), and the operator may undo it.
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchFile } from '~admin/lib/fetch-file'
import { saveFile } from '~admin/lib/save-file'
import { failureText } from '~shared/api/failure'
import { call } from '~shared/api/http'
import { get, hasPathPrefix, LOADER_FRESH_MS } from '~shared/api/query'
import type { ApiResponse, ImportMappingForm, ImportStart, ProductImport } from '~shared/api/types'
import { upload } from '~shared/api/upload'
import { useI18n } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { toast } from '~shared/ui/toast-store'

export const MAX_FILE_BYTES = 64 * 1024 * 1024
export const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xml,.yml,.jsonl,.ndjson'
/** Five minutes: a file of 64 MB over a slow connection. */
const UPLOAD_TIMEOUT_MS = 300_000
const POLL_MS = 500
const PER_PAGE = '20'

/** The states in which the server works on the import. */
const BUSY: ProductImport['state'][] = ['reading', 'checking', 'running', 'undoing']
export const isBusy = ({ state }: ProductImport) => BUSY.includes(state)

export const importsQuery = (locale: Locale, cursor?: string) => ({
  ...get(locale, '/admin/imports', { query: { cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const importQuery = (locale: Locale, id: string) => ({
  ...get(locale, '/admin/imports/{id}', { path: { id } }),
  staleTime: LOADER_FRESH_MS,
})

type Result = ApiResponse<'/admin/imports/{id}', 'get'>

export const polledImportQuery = (locale: Locale, id: string) => ({
  ...importQuery(locale, id),
  refetchInterval: ({ state }: { state: { data?: Result | undefined } }) =>
    state.data && isBusy(state.data.data) ? POLL_MS : (false as const),
})

export const importErrorsQuery = (locale: Locale, id: number, cursor?: string) => ({
  ...get(locale, '/admin/imports/{id}/errors', { path: { id }, query: { cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/** The products that an undo left as they are, because they were changed after the import. */
export const keptQuery = (locale: Locale, id: number, cursor?: string) => ({
  ...get(locale, '/admin/imports/{id}/kept', { path: { id }, query: { cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/** After a failed later page, `hasMore` stays true and `more` fetches that page again. */
export function useImportErrors(id: number) {
  const { locale } = useI18n()
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined])
  const results = useQueries({ queries: cursors.map((cursor) => importErrorsQuery(locale, id, cursor)) })
  const failed = results.find(({ isError, data }) => isError && !data)
  const next = results.at(-1)?.data?.meta.nextCursor
  return {
    errors: results.flatMap(({ data }) => data?.data ?? []),
    isLoading: results.some(({ isPending }) => isPending),
    hasFailed: failed !== undefined && failed === results[0],
    hasMore: failed !== undefined || next !== undefined,
    more: () => (failed ? void failed.refetch() : setCursors([...cursors, next])),
    retry: () => void results[0]?.refetch(),
  }
}

export const uploadFile = (locale: Locale, file: File) =>
  upload(locale, '/admin/imports', new Blob([file], { type: 'application/octet-stream' }), {
    query: { fileName: file.name },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })

export function useSaveFile(path: string, name: string) {
  const { t, locale } = useI18n()
  return useMutation({
    mutationFn: () => fetchFile(locale, path),
    onSuccess: (content) => saveFile(name, content),
    onError: (error) => toast.bad(failureText(t, error)),
  })
}

/** Saves the mapping (which column has which value of a product), and starts the check. */
export function useMapAndCheck({ id }: ProductImport) {
  const { locale } = useI18n()
  const cacheImport = useCacheImport()
  return useMutation({
    mutationFn: async (body: ImportMappingForm) => {
      const mapped = (await call({ method: 'PUT', path: `/admin/imports/${id}/mapping`, locale, body })) as Result
      const { version } = mapped.data
      return (await call({ method: 'POST', path: `/admin/imports/${id}/check`, locale, body: { version } })) as Result
    },
    onSuccess: cacheImport,
    onError: useRefreshImports(),
  })
}

export function useStartImport({ id, version }: ProductImport) {
  const { t, locale } = useI18n()
  const cacheImport = useCacheImport()
  const refresh = useRefreshImports()
  return useMutation({
    mutationFn: (options: Omit<ImportStart, 'version'>) => {
      const body: ImportStart = { version, ...options }
      return call({ method: 'POST', path: `/admin/imports/${id}/start`, locale, body }) as Promise<Result>
    },
    onSuccess: cacheImport,
    onError: (error) => {
      toast.bad(failureText(t, error))
      void refresh()
    },
  })
}

export function useUndoOrCancel({ id, version }: ProductImport, step: 'undo' | 'cancel') {
  const { t, locale } = useI18n()
  const cacheImport = useCacheImport()
  const refresh = useRefreshImports()
  return useMutation({
    mutationFn: () => call({ method: 'POST', path: `/admin/imports/${id}/${step}`, locale, body: { version } }) as Promise<Result>,
    onSuccess: cacheImport,
    onError: (error) => {
      toast.bad(failureText(t, error))
      void refresh()
    },
  })
}

/** Puts the import of a response into the cache, so that the page shows it at once. */
function useCacheImport() {
  const client = useQueryClient()
  const { locale } = useI18n()
  return (result: Result) => client.setQueryData(importQuery(locale, String(result.data.id)).queryKey, result)
}

/** Fetches all imports again after a failure, because another operator may have changed one. */
function useRefreshImports() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/imports') })
}
