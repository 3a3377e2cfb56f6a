// Reads all pages of a list, for the export as a file (`ExportButtons`).
import { ApiFailure } from '~shared/api/failure'
import { call } from '~shared/api/http'
import type { Key } from '~shared/api/query'
import type { CursorMeta, PageMeta } from '~shared/api/types'

/** The largest page that the API serves. */
const PER_PAGE = 100
/** The browser holds all rows of an exported file in memory. */
export const MAX_ROWS = 10_000
/** Limits of the retries after status 429. */
const MAX_TRIES = 5
const MAX_WAIT_S = 30

interface Page<Item> {
  data: Item[]
  meta: CursorMeta | PageMeta
}

export interface Progress {
  rows: number
  /** Lists that are read by cursor do not have it. */
  total?: number | undefined
}

interface Options<Item> {
  /** The key of the query of the first page. It contains the path and the filter. */
  key: Key
  keyOf: (item: Item) => string | number
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/** `isCut` is true if the list has more than `MAX_ROWS` rows. */
export async function readAll<Item>({ key, keyOf, signal, onProgress }: Options<Item>): Promise<{ items: Item[]; isCut: boolean }> {
  const [, path, query, locale] = key
  const filter = { ...query }
  const isNumbered = 'perPage' in filter
  const size = String(PER_PAGE)
  const items = new Map<string | number, Item>()
  let position: Record<string, string> | undefined = isNumbered ? { page: '1', perPage: size } : { limit: size }
  for (let pageNumber = 1; position; pageNumber += 1) {
    const request = { method: 'GET', path, locale, query: { ...filter, ...position }, signal }
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const { data, meta } = (await withRetries(signal, () => call(request))) as Page<Item>
    // An entry that moved to another page between two requests is kept once.
    for (const item of data) items.set(keyOf(item), item)
    const total = 'total' in meta ? meta.total : undefined
    onProgress({ rows: items.size, total })
    position = nextPosition(meta, pageNumber, size)
    if (position && items.size >= MAX_ROWS) return { items: [...items.values()].slice(0, MAX_ROWS), isCut: true }
  }
  return { items: [...items.values()].slice(0, MAX_ROWS), isCut: items.size > MAX_ROWS }
}

/** Returns undefined after the last page. */
function nextPosition(meta: CursorMeta | PageMeta, pageNumber: number, size: string): Record<string, string> | undefined {
  if ('lastPage' in meta) return pageNumber < meta.lastPage ? { page: String(pageNumber + 1), perPage: size } : undefined
  return meta.nextCursor === undefined ? undefined : { limit: size, cursor: meta.nextCursor }
}

/** After a rate limit, waits as long as the server demands, or otherwise one second more after each try. */
async function withRetries<Result>(signal: AbortSignal, request: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await request()
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 429 || tries >= MAX_TRIES) throw error
      // oxlint-disable-next-line no-await-in-loop -- as above
      await delay(Math.min(error.retryAfter ?? tries, MAX_WAIT_S) * 1000, signal)
    }
  }
}

const delay = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
