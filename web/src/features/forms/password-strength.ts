type Strength = 'weak' | 'fair' | 'strong'

const SHORTEST = 8
const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
/** Rows that fingers and heads know; more than half of a password made of them is no secret. */
const WORN = /(.)\1{2,}|0?1234+5*6*7*8*9*0*|9?8?7?6?54321|qwert\w*|asdf\w*|abcd\w*|password|parol|şifrə|sifre|sovqat|azerbaijan/giu

/** A hint, not a verdict: the longer and the more mixed, the better, and worn rows count for little. */
export function strengthOf(password: string): Strength {
  const worth = password.replaceAll(WORN, '·').length
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  if (password.length < SHORTEST || worth < 6) return 'weak'
  if (worth >= 16 || (worth >= 11 && kinds >= 3)) return 'strong'
  return kinds >= 2 || worth >= 11 ? 'fair' : 'weak'
}
