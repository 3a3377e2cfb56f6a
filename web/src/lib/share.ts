type Shared = 'shared' | 'copied' | 'dismissed' | 'refused'

/** Hands an address to the device's own sharing where there is one, and to the clipboard elsewhere. */
export async function share(title: string, url: string): Promise<Shared> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return 'shared'
    }
  } catch (error) {
    // Closed without choosing anybody: that is an answer, too.
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'refused'
  }
}
