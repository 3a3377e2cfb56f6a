import { useSearchParams } from 'react-router'
import { paths, SIGN_IN_STEPS } from '~shared/lib/paths'

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
