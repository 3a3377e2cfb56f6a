declare global {
  interface Window {
    /** The early state, which is present until the app has hydrated. */
    early?: { pressed?: HTMLElement | undefined }
  }
}

/** Records the last pressed button, because buttons are visible before the app hydrates. */
export function recordPress() {
  const early: NonNullable<Window['early']> = {}
  window.early = early
  const remember = ({ target }: Event) => {
    if (window.early !== early) removeEventListener('click', remember, true)
    else if (target instanceof Element) early.pressed = target.closest<HTMLElement>('button') ?? undefined
  }
  addEventListener('click', remember, true)
}

/** Presses that button again after hydration. */
export function replayPress() {
  const pressed = window.early?.pressed
  delete window.early
  pressed?.click()
}
