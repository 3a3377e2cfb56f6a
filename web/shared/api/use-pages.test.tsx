import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { act, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { createQueryClient } from './query-client'
import { type PageQuery, usePages } from './use-pages'

interface Thing {
  id: number
}

/** `responses` holds the successive responses of each page. */
function pagesOf(responses: Record<number, (Thing[] | Error)[]>) {
  const client = createQueryClient()
  const queryOf = (page: number): PageQuery<Thing> => ({
    queryKey: ['GET', `/things/${page}`, null, 'az'],
    queryFn: async () => {
      const response = responses[page]?.shift() ?? []
      if (response instanceof Error) throw response
      return { data: response, meta: { page, perPage: 2, total: 3, lastPage: 2 } }
    },
  })
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
  return renderHook(() => usePages(queryOf, ({ id }) => id), { wrapper }).result
}

it('appends pages and shows no entry twice', async () => {
  const pages = pagesOf({ 1: [[{ id: 3 }, { id: 2 }]], 2: [[{ id: 2 }, { id: 1 }]] })
  await waitFor(() => expect(pages.current.total).toBe(3))
  expect(pages.current.hasMore).toBe(true)
  act(() => pages.current.more())
  await waitFor(() => expect(pages.current.items.map(({ id }) => id)).toEqual([3, 2, 1]))
  expect(pages.current.hasMore).toBe(false)
})

it('keeps loaded pages when a later one fails, and retries that one', async () => {
  const pages = pagesOf({ 1: [[{ id: 3 }, { id: 2 }]], 2: [new Error('no'), [{ id: 1 }]] })
  await waitFor(() => expect(pages.current.hasMore).toBe(true))
  act(() => pages.current.more())
  await waitFor(() => expect(pages.current.isLoading).toBe(false))
  expect([pages.current.hasFailed, pages.current.hasMore, pages.current.items.length]).toEqual([false, true, 2])
  act(() => pages.current.more())
  await waitFor(() => expect(pages.current.items).toHaveLength(3))
})

it('fails when the first page fails, until a retry succeeds', async () => {
  const pages = pagesOf({ 1: [new Error('no'), [{ id: 1 }]] })
  await waitFor(() => expect(pages.current.hasFailed).toBe(true))
  act(() => pages.current.retry())
  await waitFor(() => expect(pages.current.items).toHaveLength(1))
})
