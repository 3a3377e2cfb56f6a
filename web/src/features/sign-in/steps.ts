import { useSearchParams } from 'react-router'
import { withoutLocale } from '~shared/i18n/locale'
import { paths, SIGN_IN_STEPS } from '~shared/lib/paths'

// Any origin but ours will do: what leaves it is not a path of this shop.
const NOWHERE = 'http://nowhere.invalid'

/**
 * Where to go after signing in. Only a path of this shop: an address from elsewhere would make the page a springboard. The router adds the
 * language, so one that the path names already is left out.
 */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, NOWHERE)) return paths.home()
  const { origin, pathname, search, hash } = new URL(next, NOWHERE)
  const path = withoutLocale(pathname)
  return origin === NOWHERE && !path.startsWith('//') ? path + search + hash : paths.home()
}

export type Step = 'phone' | keyof typeof SIGN_IN_STEPS | 'reset'

/** The step is part of the address, so that back, forward and reload find it. */
export function stepOf(search: URLSearchParams): Step {
  if (search.has('sifirla')) return 'reset'
  const named = Object.entries(SIGN_IN_STEPS).find(([, name]) => name === search.get('addim'))
  return named ? (named[0] as keyof typeof SIGN_IN_STEPS) : 'phone'
}

/** The addresses of the other steps. Where to go in the end is kept through all of them. */
export function useStepPath() {
  const [search] = useSearchParams()
  const next = search.get('next') ?? undefined
  return (step?: keyof typeof SIGN_IN_STEPS) => paths.signIn(next, step)
}

/** What a step has to tell when it is come to from another one; kept with the history entry. */
export interface Arrival {
  note?: 'reset' | 'unproven'
}
