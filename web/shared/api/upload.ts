import type { Locale } from '~shared/i18n/locale'
import { ApiFailure } from './failure'
import { BASE, parse, refreshIn } from './http'
import { withRecovery } from './recovery'
import type { Answer, PathOf } from './types'

// A phone's picture over a phone's line.
const TIMEOUT = 60_000

/** Sends a file as it is. */
export async function upload<P extends PathOf<'post'>>(locale: Locale, path: P, file: Blob): Promise<Answer<P, 'post'>> {
  const send = async (token: string | undefined) => {
    const deadline = AbortSignal.timeout(TIMEOUT)
    const headers: Record<string, string> = { accept: 'application/json', 'accept-language': locale, 'content-type': file.type }
    if (token) headers.authorization = `Bearer ${token}`
    try {
      return await fetch(new URL(`${BASE}${path}`, location.origin), { method: 'POST', headers, body: file, signal: deadline })
    } catch {
      throw new ApiFailure(deadline.aborted ? 'timeout' : 'network')
    }
  }
  return parse(await withRecovery(send, refreshIn(locale))) as Promise<Answer<P, 'post'>>
}
