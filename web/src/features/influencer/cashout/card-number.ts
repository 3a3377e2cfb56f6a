// The number of the card to which a cash-out is paid.

const CARD_DIGITS = 16
const GROUPS = /\d{1,4}/g

const digitsOf = (typed: string) => typed.replace(/\D/g, '')

/** Groups the digits by four, and drops those beyond the maximum. */
export const formatCardNumber = (typed: string) => digitsOf(typed).slice(0, CARD_DIGITS).match(GROUPS)?.join(' ') ?? ''

/** The Luhn check of ISO/IEC 7812-1: every second digit from the right is doubled, and the sum must be a multiple of ten. */
function isLuhnValid(digits: string): boolean {
  const values = digits
    .split('')
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
  // A doubled digit above nine counts as the sum of its digits.
  return values.map((value) => (value > 9 ? value - 9 : value)).reduce((sum, value) => sum + value, 0) % 10 === 0
}

/** Returns the server's error code. */
export function cardProblem(typed: string): 'required' | 'card_length' | 'card_unknown' | undefined {
  if (typed.trim() === '') return 'required'
  const digits = typed.replaceAll(' ', '')
  if (digits.length !== CARD_DIGITS || digits !== digitsOf(digits)) return 'card_length'
  // All zeros would pass the Luhn check.
  return isLuhnValid(digits) && Number(digits) > 0 ? undefined : 'card_unknown'
}
