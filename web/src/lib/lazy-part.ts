import { type ComponentType, lazy } from 'react'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import { localeOf } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'
import { importWithFreshAddress } from '~shared/lib/fresh-import'

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

/** Pauses before retries: a connection may be lost before the browser notices. */
const RETRY_DELAYS_MS = [500, 2_000]

/**
 * Retries a failed import: offline when the device is online again, otherwise after a pause. React caches the failure of a lazy component
 * for ever.
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

function loaderOf<Props>(load: Load<Props>, texts: Part | 'personal' | undefined) {
  const loadTexts = () => {
    const locale = localeOf(location.pathname)
    return texts === 'personal' ? loadPersonal(locale) : texts && loadPart(locale, texts)
  }
  return () => withRetry(async () => (await Promise.all([importWithFreshAddress(load), loadTexts()]))[0])
}

/**
 * A lazy component. Its code loads when the browser is idle, or when it is rendered earlier. `texts` is the part of the messages that loads
 * with it.
 */
export function lazyPart<Props extends object>(load: Load<Props>, texts?: Part | 'personal') {
  const loadAll = loaderOf(load, texts)
  if (typeof window !== 'undefined') whenLoaded(() => whenIdle(() => void loadAll().catch(() => {})))
  return lazy(loadAll)
}

/** A lazy component that loads only when it is rendered. */
export const onDemandPart = <Props extends object>(load: Load<Props>, texts?: Part | 'personal') => lazy(loaderOf(load, texts))
