// Shares the address of a page, such as a blogger's list.

/** `dismissed`: the user closed the dialog. `refused`: the browser permits neither sharing nor copying. */
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
