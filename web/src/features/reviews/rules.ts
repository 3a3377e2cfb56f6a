import * as v from 'valibot'
import type { FieldCode } from '~shared/features/forms/problems'

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
