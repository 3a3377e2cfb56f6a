// Keeps a press on a button that came before the shop's scripts had started. Buttons are visible earlier, because the gateway renders
// pages.

declare global {
  interface Window {
    /** The early state, which is present until the app has hydrated. */
    early?: { pressed?: HTMLElement | undefined }
  }
}

/** Records the last pressed button, until `replayPress` is called. */
export function recordPress() {
  const early: NonNullable<Window['early']> = {}
  window.early = early
  const remember = ({ target }: Event) => {
    if (window.early !== early) removeEventListener('click', remember, true)
    else if (target instanceof Element) early.pressed = target.closest<HTMLElement>('button') ?? undefined
  }
  addEventListener('click', remember, true)
}

/** Presses the recorded button again. `main.tsx` calls it when the app has hydrated, so that the button works. */
export function replayPress() {
  const pressed = window.early?.pressed
  delete window.early
  pressed?.click()
}
