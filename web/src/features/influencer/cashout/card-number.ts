const DIGITS = 16
const GROUPS = /\d{1,4}/g

const digitsOf = (typed: string) => typed.replace(/\D/g, '')

/** The digits in groups of four, as they stand on the card. What is beyond the last digit is left out. */
export const inGroups = (typed: string) => digitsOf(typed).slice(0, DIGITS).match(GROUPS)?.join(' ') ?? ''

/** ISO/IEC 7812-1: every second digit from the right is doubled, and the digits of it all add up to a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const values = digits
    .split('')
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return values.map((value) => (value > 9 ? value - 9 : value)).reduce((sum, value) => sum + value, 0) % 10 === 0
}

/** Why it is no card's number, in the server's codes; nothing when it is one. */
export function cardProblem(typed: string): 'required' | 'card_length' | 'card_unknown' | undefined {
  if (typed.trim() === '') return 'required'
  const digits = typed.replaceAll(' ', '')
  if (digits.length !== DIGITS || digits !== digitsOf(digits)) return 'card_length'
  return hasCheckDigit(digits) && Number(digits) > 0 ? undefined : 'card_unknown'
}
