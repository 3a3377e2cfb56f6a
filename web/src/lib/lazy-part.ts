// Loads parts of pages late: when the browser is idle, or when they are shown.

import { type ComponentType, lazy } from 'react'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import { localeOf } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'
import { importWithFreshAddress } from '~shared/lib/fresh-import'

const IDLE_TIMEOUT_MS = 3000
/** Safari has no idle callback. */
const DELAY_WITHOUT_IDLE_MS = 1000

export const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS })
    : setTimeout(callback, DELAY_WITHOUT_IDLE_MS)

/** Calls back after the page's `load` event. Returns a function that cancels. */
export function whenLoaded(callback: () => void): () => void {
  if (document.readyState === 'complete') {
    callback()
    return () => {}
  }
  addEventListener('load', callback, { once: true })
  return () => removeEventListener('load', callback)
}

/** The pauses before each retry, for a lost connection that the browser has not noticed yet. */
const RETRY_DELAYS_MS = [500, 2_000]

/** Retries a failed import, because React never imports a lazy component again. Offline, it waits for the connection. */
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
  const loadAll = async () => {
    const [module] = await Promise.all([importWithFreshAddress(load), loadTexts()])
    return module
  }
  return () => withRetry(loadAll)
}

/** Loads a component with its `texts` when the browser is idle or when it is rendered. */
export function lazyPart<Props extends object>(load: Load<Props>, texts?: Part | 'personal') {
  const loadAll = loaderOf(load, texts)
  if (typeof window !== 'undefined') whenLoaded(() => whenIdle(() => void loadAll().catch(() => {})))
  return lazy(loadAll)
}

/** Loads a component only when it is rendered. */
export const onDemandPart = <Props extends object>(load: Load<Props>, texts?: Part | 'personal') => lazy(loaderOf(load, texts))
