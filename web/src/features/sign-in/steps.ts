// The steps of the sign-in page and their addresses.

import { useSearchParams } from 'react-router'
import { withoutLocale } from '~shared/i18n/locale'
import { paths, SIGN_IN_STEPS } from '~shared/lib/paths'

/** A made-up origin. A text that, resolved against it, has another origin is not a path of this shop. */
const OTHER_ORIGIN = 'http://nowhere.invalid'

/**
 * Returns where to go after signing in: the path `next`, or the home page if `next` is not a path of this shop, so that a link cannot lead
 * to another site. The language prefix is removed, because the router adds it.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, OTHER_ORIGIN)) return paths.home()
  const { origin, pathname, search, hash } = new URL(next, OTHER_ORIGIN)
  const path = withoutLocale(pathname)
  return origin === OTHER_ORIGIN && !path.startsWith('//') ? path + search + hash : paths.home()
}

export type Step = 'phone' | keyof typeof SIGN_IN_STEPS | 'reset'

/** Returns the step, which is part of the address, so that back, forward and reload work. */
export function stepOf(search: URLSearchParams): Step {
  // The link in a mail for a new password has its token in this parameter.
  if (search.has('sifirla')) return 'reset'
  const entry = Object.entries(SIGN_IN_STEPS).find(([, name]) => name === search.get('addim'))
  return entry ? (entry[0] as keyof typeof SIGN_IN_STEPS) : 'phone'
}

/** Returns a function that builds the address of a step and keeps `next`, the page to go to after signing in. */
export function useStepPath() {
  const [search] = useSearchParams()
  const next = search.get('next') ?? undefined
  return (step?: keyof typeof SIGN_IN_STEPS) => paths.signIn(next, step)
}

/** The data that one step passes to the next in the history entry. */
export interface Arrival {
  note?: 'reset' | 'unproven' | 'verification'
}
