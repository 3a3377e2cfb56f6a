declare global {
  interface Window {
    /** There until the app listens. */
    early?: { pressed?: HTMLElement | undefined }
  }
}

/** A button that is seen can be pressed. The app hears of it when it listens. */
export function rememberPress() {
  const early: NonNullable<Window['early']> = {}
  window.early = early
  const remember = ({ target }: Event) => {
    if (window.early !== early) removeEventListener('click', remember, true)
    else if (target instanceof Element) early.pressed = target.closest<HTMLElement>('button') ?? undefined
  }
  addEventListener('click', remember, true)
}

/** What was pressed last before the app listened does now what it should have done. */
export function pressAgain() {
  const pressed = window.early?.pressed
  delete window.early
  pressed?.click()
}
