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

/** The largest file that the server accepts, in bytes. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024
/** The file types that a file dialog offers. */
export const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xml,.yml,.jsonl,.ndjson'
const UPLOAD_TIMEOUT_MS = 300_000
const POLL_MS = 500
const PER_PAGE = '20'

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

/** Polls while the server works on the import. */
export const polledImportQuery = (locale: Locale, id: string) => ({
  ...importQuery(locale, id),
  refetchInterval: ({ state }: { state: { data?: Result | undefined } }) =>
    state.data && isBusy(state.data.data) ? POLL_MS : (false as const),
})

export const importErrorsQuery = (locale: Locale, id: number, cursor?: string) => ({
  ...get(locale, '/admin/imports/{id}/errors', { path: { id }, query: { cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

export const keptQuery = (locale: Locale, id: number, cursor?: string) => ({
  ...get(locale, '/admin/imports/{id}/kept', { path: { id }, query: { cursor, limit: PER_PAGE } }),
  staleTime: LOADER_FRESH_MS,
})

/** Loads the errors page by page. If the first page fails, `hasFailed` is set; if a later one fails, `more` fetches it again. */
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

/** Fetches a CSV file and saves it on the user's device. */
export function useSavedFile(path: string, name: string) {
  const { t, locale } = useI18n()
  return useMutation({
    mutationFn: () => fetchFile(locale, path),
    onSuccess: (content) => saveFile(name, content),
    onError: (error) => toast.bad(failureText(t, error)),
  })
}

/** Saves the meaning of the columns and starts the check. */
export function useMapAndCheck({ id }: ProductImport) {
  const { locale } = useI18n()
  const update = useUpdate()
  return useMutation({
    mutationFn: async (body: ImportMappingForm) => {
      const mapped = (await call({ method: 'PUT', path: `/admin/imports/${id}/mapping`, locale, body })) as Result
      const { version } = mapped.data
      return (await call({ method: 'POST', path: `/admin/imports/${id}/check`, locale, body: { version } })) as Result
    },
    onSuccess: update,
    onError: useRefreshImports(),
  })
}

export function useStart({ id, version }: ProductImport) {
  const { t, locale } = useI18n()
  const update = useUpdate()
  const refresh = useRefreshImports()
  return useMutation({
    mutationFn: (options: Omit<ImportStart, 'version'>) => {
      const body: ImportStart = { version, ...options }
      return call({ method: 'POST', path: `/admin/imports/${id}/start`, locale, body }) as Promise<Result>
    },
    onSuccess: update,
    onError: (error) => {
      toast.bad(failureText(t, error))
      void refresh()
    },
  })
}

export function useStep({ id, version }: ProductImport, step: 'undo' | 'cancel') {
  const { t, locale } = useI18n()
  const update = useUpdate()
  const refresh = useRefreshImports()
  return useMutation({
    mutationFn: () => call({ method: 'POST', path: `/admin/imports/${id}/${step}`, locale, body: { version } }) as Promise<Result>,
    onSuccess: update,
    onError: (error) => {
      toast.bad(failureText(t, error))
      void refresh()
    },
  })
}

/** Shows the returned import at once. */
function useUpdate() {
  const client = useQueryClient()
  const { locale } = useI18n()
  return (result: Result) => client.setQueryData(importQuery(locale, String(result.data.id)).queryKey, result)
}

/** Fetches imports again, because another operator may have changed one. */
function useRefreshImports() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: hasPathPrefix('/admin/imports') })
}
