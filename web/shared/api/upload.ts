import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { authenticated, BASE, parse } from './http'
import type { ApiResponse, PathOf } from './types'

/** Long enough for a phone's photo on a mobile connection. */
const TIMEOUT_MS = 60_000

interface Options {
  query?: Record<string, string>
  timeoutMs?: number
}

/** Sends a file as the raw body of a POST. */
export async function upload<P extends PathOf<'post'>>(
  locale: Locale,
  path: P,
  file: Blob,
  { query, timeoutMs = TIMEOUT_MS }: Options = {},
): Promise<ApiResponse<P, 'post'>> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const send = async (session: Record<string, string>) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const headers = { accept: 'application/json', 'accept-language': locale, 'content-type': file.type, ...session }
    try {
      return await fetch(new URL(`${BASE}${path}${search}`, location.origin), { method: 'POST', headers, body: file, signal: deadline })
    } catch {
      throw new ApiFailure(deadline.aborted ? 'timeout' : 'network')
    }
  }
  return parse(await authenticated({ method: 'POST', path, locale }, send)) as Promise<ApiResponse<P, 'post'>>
}
