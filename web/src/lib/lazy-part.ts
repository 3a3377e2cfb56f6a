import { type ComponentType, lazy } from 'react'
import { loadPart, loadPersonal } from '~shared/i18n/load'
import { localeOf } from '~shared/i18n/locale'
import type { Part } from '~shared/i18n/parts'
import { afresh } from '~shared/lib/afresh'

const AT_LATEST = 3000

/** Safari has no idle callback; a moment later is as good. */
export const whenIdle = (act: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: AT_LATEST }) : setTimeout(act, 1000)

/** Now, if the document has loaded already: the scripts of a page may come after that. Returns what takes it back. */
export function whenLoaded(act: () => void): () => void {
  if (document.readyState === 'complete') {
    act()
    return () => {}
  }
  addEventListener('load', act, { once: true })
  return () => removeEventListener('load', act)
}

/** A line may be gone before the browser says so. */
const PAUSES = [500, 2_000]

/**
 * What fails without a line is tried again with one, and what fails with one a moment later: a part of the app that once failed
 * to come would never come.
 */
export async function patiently<T>(load: () => Promise<T>, [pause, ...later] = PAUSES): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((back) => addEventListener('online', back, { once: true }))
      return patiently(load)
    }
    if (pause === undefined) throw error
    await new Promise((over) => setTimeout(over, pause))
    return patiently(load, later)
  }
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

function loaderOf<Props>(load: Load<Props>, texts: Part | 'personal' | undefined) {
  const loadTexts = () => {
    const locale = localeOf(location.pathname)
    return texts === 'personal' ? loadPersonal(locale) : texts && loadPart(locale, texts)
  }
  return () => patiently(async () => (await Promise.all([afresh(load), loadTexts()]))[0])
}

/**
 * A part of the page that is not there at first: its code comes when the browser has nothing else to do, or is asked for before.
 * `texts` are those that it does not share with the first visit: they come along.
 */
export function lazyPart<Props extends object>(load: Load<Props>, texts?: Part | 'personal') {
  const loadAll = loaderOf(load, texts)
  if (typeof window !== 'undefined') whenLoaded(() => whenIdle(() => void loadAll().catch(() => {})))
  return lazy(loadAll)
}

/** A part that few ever see: it comes when it is asked for. */
export const rarePart = <Props extends object>(load: Load<Props>, texts?: Part | 'personal') => lazy(loaderOf(load, texts))
