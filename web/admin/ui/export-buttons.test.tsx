// Tests of the buttons that download a list as Excel or CSV, on three pages: stores (by cursor), refunds (by page number) and searches.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { strFromU8, unzipSync } from 'fflate'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminPaths } from '~admin/paths'
import { Component as Searches } from '~admin/routes/searches'
import { Component as Refunds } from '~admin/routes/refunds'
import { Component as Stores } from '~admin/routes/store-list'
import { BASE, ok, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signInStaff } from '~mock/staff-sign-in'
import { storeDesk } from '~mock/store-desk-state'
import { number } from '~shared/i18n/format'

/** The files that the browser was told to save. */
let saved: Blob[] = []
/** Returns the text of the downloaded file, or an empty text. */
const content = async () => (saved[0] ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await saved[0].arrayBuffer()) : '')
/** Returns the lines of the first file. Line 0 has the labels. */
const rows = async () => (await content()).trimEnd().split('\r\n')

/** Replaces non-breaking spaces by plain ones. */
const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

const openStores = (path = adminPaths.stores()) => openAt(path, { path: '/idare/magazalar', Component: Stores })
const download = async () => fireEvent.click(await screen.findByRole('button', { name: t('adminConsole.export.csv') }))
const cancel = () => fireEvent.click(screen.getByRole('button', { name: t('adminStaff.cancel') }))

/**
 * Makes the mock return `count` stores, and returns the queries of the requests. With `pageSize`, pages are larger than requested, so that
 * a long list needs few requests.
 */
function manyStores(count: number, pageSize = 0) {
  const [store] = storeDesk.stores
  const requests: string[] = []
  server.use(
    http.get(`${BASE}/admin/stores`, ({ request }) => {
      const query = new URL(request.url).searchParams
      requests.push(String(query))
      const [start, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))]
      const end = Math.min(start + Math.max(limit, pageSize), count)
      const data = Array.from({ length: end - start }, (_, index) => ({ ...store, id: start + index + 1 }))
      return ok(data, end < count ? { nextCursor: String(end) } : {})
    }),
  )
  return requests
}

beforeEach(() => {
  saved = []
  signInStaff()
  const createObjectURL = (blob: Blob) => {
    saved.push(blob)
    return 'blob:file'
  }
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})

describe('a list with cursors', () => {
  it('is downloaded as a whole, with the filter of the address', async () => {
    const requests = manyStores(250)
    openStores(adminPaths.stores({ state: 'open' }))
    await download()
    await screen.findByText(t('adminConsole.export.done', { rows: number(250) }))
    const lines = await rows()
    expect(lines).toHaveLength(251)
    expect(lines[0]).toContain(`${t('adminConsole.column.id')};${t('adminConsole.column.name')}`)
    expect(new Set(lines.slice(1).map((line) => line.split(';')[0])).size).toBe(250)
    expect(requests.slice(1)).toEqual(['limit=100&state=open', 'limit=100&state=open&cursor=100', 'limit=100&state=open&cursor=200'])
  })

  it('is downloaded for Excel', async () => {
    manyStores(150)
    openStores()
    fireEvent.click(await screen.findByRole('button', { name: t('adminConsole.export.xlsx') }))
    await screen.findByText(t('adminConsole.export.done', { rows: 150 }))
    const files = unzipSync(new Uint8Array((await saved[0]?.arrayBuffer()) ?? []))
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).match(/<row /g)).toHaveLength(151)
  })

  it('is cut after ten thousand rows, with a message', async () => {
    manyStores(10_050)
    openStores()
    await screen.findByRole('button', { name: t('adminConsole.export.csv') })
    manyStores(10_050, 2500)
    await download()
    await screen.findByText(withPlainSpaces(t('adminConsole.export.cut', { rows: number(10_000) })))
    expect(await rows()).toHaveLength(10_001)
  })

  it('shows the progress of the download, which can be cancelled', async () => {
    manyStores(250)
    openStores()
    await screen.findByRole('button', { name: t('adminConsole.export.csv') })
    let release = () => {}
    const wait = new Promise<void>((resolve) => (release = resolve))
    server.use(
      http.get(`${BASE}/admin/stores`, async ({ request }) => {
        if (new URL(request.url).searchParams.has('cursor')) await wait
      }),
    )
    await download()
    await screen.findByText(t('adminConsole.export.rows', { rows: 100 }))
    expect(screen.getByRole('progressbar', { name: t('adminConsole.export.progress') })).toBeInTheDocument()
    cancel()
    await screen.findByText(t('adminConsole.export.cancelled'))
    release()
    expect(saved).toEqual([])
    expect(screen.getByRole('button', { name: t('adminConsole.export.csv') })).toBeEnabled()
  })

  it('is requested again after a rate limit', async () => {
    manyStores(150)
    openStores()
    await screen.findByRole('button', { name: t('adminConsole.export.csv') })
    server.use(http.get(`${BASE}/admin/stores`, () => problem(429, 'too_many_requests', 'Bir az gözləyin'), { once: true }))
    await download()
    await screen.findByText(t('adminConsole.export.done', { rows: 150 }))
  })

  it('is not saved when a request fails, and the reason is shown', async () => {
    manyStores(150)
    openStores()
    await screen.findByRole('button', { name: t('adminConsole.export.csv') })
    server.use(http.get(`${BASE}/admin/stores`, () => problem(403, 'forbidden', 'İcazəniz yoxdur')))
    await download()
    expect(await screen.findByRole('alert')).toHaveTextContent('İcazəniz yoxdur')
    expect(saved).toEqual([])
  })
})

it('a list with numbered pages is downloaded, too', async () => {
  openAt(adminPaths.refunds('refused'), { path: '/idare/geri-odenisler', Component: Refunds })
  await download()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect((await rows())[0]).toContain(t('adminConsole.column.order'))
  expect((await rows()).length).toBeGreaterThan(1)
})

it('the file of searches has their language and their counts', async () => {
  openAt(adminPaths.searches(), { path: '/idare/axtarislar', Component: Searches })
  await download()
  await waitFor(() => expect(saved).toHaveLength(1))
  // Text, language, searches, searches without a result, opened products.
  expect((await rows())[1]).toBe('qızılgül;AZ;412;0;301')
})
