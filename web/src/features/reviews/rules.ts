import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import type { FieldCode } from '~shared/features/forms/problems'
import { REVIEWS } from '~shared/lib/paths'

// The server's rules, in its codes.

interface Room {
  shortest: number
  longest: number
}

export const REVIEW: Room = { shortest: 10, longest: 2000 }
export const REPLY: Room = { shortest: 2, longest: 1000 }

const says = (code: FieldCode) => code

/** As the server counts: an emoji is one character and not two. */
export const lengthOf = (typed: string) => Array.from(typed.trim()).length

const text = ({ shortest, longest }: Room) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, says('required')),
    // What is empty breaks one rule, and not two.
    v.check((typed) => typed === '' || lengthOf(typed) >= shortest, says('too_short')),
    v.check((typed) => lengthOf(typed) <= longest, says('too_long')),
  )

export const reviewSchema = v.object({
  // Radio buttons of which none is chosen have no value at all.
  rating: v.pipe(
    v.nullable(v.string()),
    v.check((chosen) => Boolean(chosen), says('required')),
    v.transform(Number),
  ),
  text: text(REVIEW),
})

export type Typed = v.InferInput<typeof reviewSchema>
export type Opinion = v.InferOutput<typeof reviewSchema>

export const replySchema = v.object({ text: text(REPLY) })

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
