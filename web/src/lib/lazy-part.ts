import { type ComponentType, lazy } from 'react'

/** A part of the page that is not there at first: its code comes when the browser has nothing else to do, or is asked for before. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const inTime = () => void load().catch(() => {})
  if (typeof window !== 'undefined') addEventListener('load', () => whenIdle(inTime), { once: true })
  return lazy(load)
}

/** Safari has no idle callback; a moment later is as good. */
const whenIdle = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(act) : setTimeout(act, 1000))
