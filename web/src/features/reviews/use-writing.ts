import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { REVIEWS } from '~shared/lib/paths'

export const useIsWriting = () => useSearchParams()[0].get(REVIEWS.param) === REVIEWS.writing

/** Whether a review is being written is in the address: signing in leads back to it, and “back” closes the form. */
export function useWriting() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isWriting = useIsWriting()

  const go = (change: (next: URLSearchParams) => void, replace: boolean) => {
    const next = new URLSearchParams(search)
    change(next)
    void navigate({ pathname, search: String(next) }, { replace, preventScrollReset: true })
  }
  return {
    isWriting,
    begin: () => go((next) => next.set(REVIEWS.param, REVIEWS.writing), false),
    end: () => go((next) => next.delete(REVIEWS.param), true),
  }
}
