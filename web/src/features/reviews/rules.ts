// The server's validation rules of reviews and replies, and the address that opens the form.

import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { REVIEWS } from '~shared/lib/paths'
import { errorCode } from '~shared/features/forms/rules'

/** The limits of a text in characters. */
interface TextLimits {
  min: number
  max: number
}

export const REVIEW: TextLimits = { min: 10, max: 2000 }
export const REPLY: TextLimits = { min: 2, max: 1000 }

/** Counts as the server does: an emoji is one character, not two. */
export const lengthOf = (typed: string) => Array.from(typed.trim()).length

const text = ({ min, max }: TextLimits) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, errorCode('required')),
    // An empty text already fails as `required`.
    v.check((typed) => typed === '' || lengthOf(typed) >= min, errorCode('too_short')),
    v.check((typed) => lengthOf(typed) <= max, errorCode('too_long')),
  )

export const reviewSchema = v.object({
  // Radio buttons without a choice have no value.
  rating: v.pipe(
    v.nullable(v.string()),
    v.check((chosen) => Boolean(chosen), errorCode('required')),
    v.transform(Number),
  ),
  text: text(REVIEW),
})

export type TypedReview = v.InferInput<typeof reviewSchema>
export type ReviewInput = v.InferOutput<typeof reviewSchema>

export const replySchema = v.object({ text: text(REPLY) })

export const useIsWriting = () => useSearchParams()[0].get(REVIEWS.param) === REVIEWS.writing

/** The address says whether the form is open, so that “back” closes it and signing in returns to it. */
export function useWriting() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isWriting = useIsWriting()

  const navigateWith = (change: (next: URLSearchParams) => void, { replace }: { replace: boolean }) => {
    const next = new URLSearchParams(search)
    change(next)
    void navigate({ pathname, search: String(next) }, { replace, preventScrollReset: true })
  }
  return {
    isWriting,
    begin: () => navigateWith((next) => next.set(REVIEWS.param, REVIEWS.writing), { replace: false }),
    end: () => navigateWith((next) => next.delete(REVIEWS.param), { replace: true }),
  }
}
