/** Called when the focused element is removed, so that keyboard users do not start at the top of the page. */
export function focusHeading() {
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }))
}
