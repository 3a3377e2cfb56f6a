type ShareResult = 'shared' | 'copied' | 'dismissed' | 'refused'

/** Opens the device's share dialog or, without one, copies the address. */
export async function share(title: string, url: string): Promise<ShareResult> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return 'shared'
    }
  } catch (error) {
    // The dialog was closed without sharing.
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'refused'
  }
}
