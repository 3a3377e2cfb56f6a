import { useSearchParams } from 'react-router'
import { withoutLocale } from '~shared/i18n/locale'
import { paths, SIGN_IN_STEPS } from '~shared/lib/paths'

/** A made-up origin. A text that resolves to another origin is no path of this shop. */
const OTHER_ORIGIN = 'http://nowhere.invalid'

/** The page after signing in. A link must not lead to another site. The router adds the language prefix, so it is removed. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, OTHER_ORIGIN)) return paths.home()
  const { origin, pathname, search, hash } = new URL(next, OTHER_ORIGIN)
  const path = withoutLocale(pathname)
  return origin === OTHER_ORIGIN && !path.startsWith('//') ? path + search + hash : paths.home()
}

export type Step = 'phone' | keyof typeof SIGN_IN_STEPS | 'reset'

/** The step is in the address, so that back, forward and reload work. */
export function stepOf(search: URLSearchParams): Step {
  // A mailed link for a new password has its token in this parameter.
  if (search.has('sifirla')) return 'reset'
  const entry = Object.entries(SIGN_IN_STEPS).find(([, name]) => name === search.get('addim'))
  return entry ? (entry[0] as keyof typeof SIGN_IN_STEPS) : 'phone'
}

/** Keeps `next`, the page to go to after signing in. */
export function useStepPath() {
  const [search] = useSearchParams()
  const next = search.get('next') ?? undefined
  return (step?: keyof typeof SIGN_IN_STEPS) => paths.signIn(next, step)
}

/** Passed from one step to the next in the history entry. */
export interface Arrival {
  note?: 'reset' | 'unproven' | 'verification'
}
