/** When what had the focus is gone from the page, reading goes on at its heading, once the page has been drawn anew. */
export function focusHeading() {
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }))
}
