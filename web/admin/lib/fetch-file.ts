import { ApiFailure } from '~shared/api/failure'
import { authenticated, BASE, parse } from '~shared/api/http'
import type { Locale } from '~shared/i18n/locale'

/** How long a file may take: the server may read many pages for it. */
const TIMEOUT_MS = 300_000

/** Fetches a file. `authenticated` renews an expired session and repeats the call, as for any other call. */
export async function fetchFile(locale: Locale, path: string, query: Record<string, string | undefined> = {}): Promise<Blob> {
  const params = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = params.length > 0 ? `?${new URLSearchParams(params)}` : ''
  const response = await authenticated({ method: 'GET', path, locale }, async (session) => {
    try {
      return await fetch(new URL(`${BASE}${path}${search}`, location.origin), {
        headers: { accept: '*/*', 'accept-language': locale, ...session },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw new ApiFailure(error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'network')
    }
  })
  // Throws the failure that the response describes.
  if (!response.ok) await parse(response)
  // The server breaks the connection when it cannot complete the file.
  return response.blob().catch(() => {
    throw new ApiFailure('network')
  })
}
