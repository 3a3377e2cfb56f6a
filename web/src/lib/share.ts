/** `refused` means that the browser permits neither sharing nor copying. */
type ShareResult = 'shared' | 'copied' | 'dismissed' | 'refused'

export async function share(title: string, url: string): Promise<ShareResult> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url })
      return 'shared'
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'refused'
  }
}
