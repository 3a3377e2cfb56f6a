/** Now, if the document has loaded already: the scripts of a page may come after that. Returns what takes it back. */
export function whenLoaded(act: () => void): () => void {
  if (document.readyState === 'complete') {
    act()
    return () => {}
  }
  addEventListener('load', act, { once: true })
  return () => removeEventListener('load', act)
}
