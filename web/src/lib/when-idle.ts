const AT_LATEST = 3000

/** Safari has no idle callback; a moment later is as good. */
export const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: AT_LATEST }) : setTimeout(act, 1000)
