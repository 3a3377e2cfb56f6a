// Downloads files of the API, such as the audit log as CSV, with the session of the signed-in user.
import { ApiFailure } from '~shared/api/failure'
import { authenticated, BASE, parse } from '~shared/api/http'
import type { Locale } from '~shared/i18n/locale'

/** Five minutes: the server may read many pages of a list for a file. */
const TIMEOUT_MS = 300_000

/** `authenticated` renews an expired session and sends the request again. */
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
