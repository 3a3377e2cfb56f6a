import type { LoaderFunctionArgs } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signIn } from '~mock/sign-in'
import { createQueryClient } from '~shared/api/query-client'
import { auth } from '~shared/features/auth/store'
import { createLoaders, loadOtherDocument, type QueriesOfPage, ifSignedIn } from './loading'

const loaderArgs = (path: string) =>
  ({ params: {}, request: new Request(new URL(path, 'http://localhost')) }) as unknown as LoaderFunctionArgs
const query = (name: string, queryFn: () => Promise<string>) => ({ queryKey: [name], queryFn })

function createLoader(queriesOf: QueriesOfPage) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const { load } = createLoaders({ client, locale: 'az' })
  return { client, open: async () => load(queriesOf)(loaderArgs('/any')) }
}

describe('a loader', () => {
  it('waits for critical queries, and fails with them', async () => {
    const { client, open } = createLoader(() => ({
      critical: [query('good', async () => 'here'), query('bad', () => Promise.reject(new Error('gone')))],
    }))
    await expect(open()).rejects.toThrow('gone')
    expect(client.getQueryData(['good'])).toBe('here')
  })

  it('waits for settled queries, whether they succeed or fail', async () => {
    const { client, open } = createLoader(() => ({
      settled: [query('good', async () => 'here'), query('bad', () => Promise.reject(new Error('gone')))],
    }))
    await open()
    expect([client.getQueryData(['good']), client.getQueryState(['bad'])?.status]).toEqual(['here', 'error'])
  })

  it('uses the cache, except for fresh queries', async () => {
    const [kept, form] = [vi.fn(async () => 'kept'), vi.fn(async () => 'form')]
    const { open } = createLoader(() => ({ settled: [query('kept', kept)], fresh: [{ ...query('form', form), staleTime: 0 }] }))
    await open()
    await open()
    expect([kept.mock.calls.length, form.mock.calls.length]).toEqual([1, 2])
  })

  it('does not wait for deferred queries', async () => {
    const { client, open } = createLoader(() => ({ deferred: [query('late', () => new Promise(() => {}))] }))
    await open()
    expect(client.getQueryState(['late'])?.fetchStatus).toBe('fetching')
  })

  it('begins `following` queries after the others, and waits for them', async () => {
    const { client, open } = createLoader(() => ({
      critical: [query('first', async () => 'here')],
      following: (cache) => [query('following', async () => `after ${String(cache.getQueryData(['first']))}`)],
    }))
    await open()
    expect(client.getQueryData(['following'])).toBe('after here')
  })
})

describe('data of an account', () => {
  afterEach(() => auth.cleared())
  const queriesOf = ifSignedIn(() => ({ settled: [query('mine', async () => 'mine')] }))
  const context = { locale: 'az', params: {}, search: new URLSearchParams() } as const

  it('is not fetched for guests', () => expect(queriesOf(context)).toEqual({}))
  it('is fetched for signed-in users', () => {
    signIn()
    expect(queriesOf(context).settled).toHaveLength(1)
  })
})

describe('an address of the other application', () => {
  afterEach(() => history.replaceState(null, '', '/'))
  const responseAt = (path: string): Response => {
    try {
      return loadOtherDocument(loaderArgs(path))
    } catch (response) {
      return response as Response
    }
  }

  it('is loaded as a new document, and keeps its language and search', () => {
    history.replaceState(null, '', '/ru/profil')
    const { status, headers } = responseAt('/ru/idare/sifarisler?veziyyet=waiting')
    // React Router marks `redirectDocument` by this header.
    expect([status, headers.get('location'), headers.get('x-remix-reload-document')]).toEqual([
      302,
      'http://localhost/ru/idare/sifarisler?veziyyet=waiting',
      'true',
    ])
  })

  it('is not found if the document has this address already, because loading it again would never end', () => {
    history.replaceState(null, '', '/idare/yoxdur')
    expect(responseAt('/idare/yoxdur').status).toBe(404)
  })
})
