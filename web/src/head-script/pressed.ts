// Keeps a press on a rendered button that came before the shop's scripts.

declare global {
  interface Window {
    /** Present until the app has hydrated. */
    early?: { pressed?: HTMLElement | undefined }
  }
}

export function recordPress() {
  const early: NonNullable<Window['early']> = {}
  window.early = early
  const remember = ({ target }: Event) => {
    // The app has hydrated, and handles presses itself.
    if (window.early !== early) removeEventListener('click', remember, true)
    else if (target instanceof Element) early.pressed = target.closest<HTMLElement>('button') ?? undefined
  }
  addEventListener('click', remember, true)
}

/** Called when the app has hydrated. */
export function replayPress() {
  const pressed = window.early?.pressed
  delete window.early
  pressed?.click()
}
