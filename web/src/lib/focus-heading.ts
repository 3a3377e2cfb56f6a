// Moves the focus when the element that has it disappears, so that keyboard users do not start at the top of the page.

/** Moves the focus to the page's heading after the next render, when the focused element was removed. */
export function focusHeading() {
  requestAnimationFrame(() => document.querySelector('h1')?.focus({ preventScroll: true }))
}
