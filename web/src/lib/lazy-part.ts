// Loads parts of pages late: when the browser is idle, or when they are shown. Failed downloads are repeated.

import { type ComponentType, lazy } from 'react'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import { localeOf } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'
import { importWithFreshAddress } from '~shared/lib/fresh-import'

/** A browser that is never idle runs the callback after this time. */
const IDLE_TIMEOUT_MS = 3000

/** Runs `callback` when the browser is idle. Safari has no idle callback, so there it runs after a second. */
export const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS }) : setTimeout(callback, 1000)

/** Runs `callback` once the document has loaded, or now if it has. Returns a function that cancels it. */
export function whenLoaded(callback: () => void): () => void {
  if (document.readyState === 'complete') {
    callback()
    return () => {}
  }
  addEventListener('load', callback, { once: true })
  return () => removeEventListener('load', callback)
}

/** The pauses before retries while the browser believes to be online: it may not have noticed a lost connection yet. */
const RETRY_DELAYS_MS = [500, 2_000]

/**
 * Retries a failed import: after a pause or, while the device is offline, when it is online again. Without retries, one failure would be
 * permanent, because React never imports a lazy component again.
 */
export async function withRetry<T>(load: () => Promise<T>, [pause, ...later] = RETRY_DELAYS_MS): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      return withRetry(load)
    }
    if (pause === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
    return withRetry(load, later)
  }
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Returns the function that loads a component together with its texts. */
function loaderOf<Props>(load: Load<Props>, texts: Part | 'personal' | undefined) {
  const loadTexts = () => {
    const locale = localeOf(location.pathname)
    return texts === 'personal' ? loadPersonal(locale) : texts && loadPart(locale, texts)
  }
  return () => withRetry(async () => (await Promise.all([importWithFreshAddress(load), loadTexts()]))[0])
}

/**
 * Returns a lazy component. Its code loads when the browser is idle, or earlier if the component is rendered. `texts` is the part of the
 * messages that loads with it.
 */
export function lazyPart<Props extends object>(load: Load<Props>, texts?: Part | 'personal') {
  const loadAll = loaderOf(load, texts)
  if (typeof window !== 'undefined') whenLoaded(() => whenIdle(() => void loadAll().catch(() => {})))
  return lazy(loadAll)
}

/** Returns a lazy component that loads only when it is rendered. */
export const onDemandPart = <Props extends object>(load: Load<Props>, texts?: Part | 'personal') => lazy(loaderOf(load, texts))
