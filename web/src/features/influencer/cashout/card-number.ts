// Formats and checks the number of the card to which a cash-out is paid.

const CARD_DIGITS = 16
const GROUPS = /\d{1,4}/g

const digitsOf = (typed: string) => typed.replace(/\D/g, '')

/** Groups the digits by four, as on the card. Digits beyond the maximum are dropped. */
export const formatCardNumber = (typed: string) => digitsOf(typed).slice(0, CARD_DIGITS).match(GROUPS)?.join(' ') ?? ''

/** Luhn check of ISO/IEC 7812-1: every second digit from the right is doubled, and the sum of all digits is a multiple of ten. */
function isLuhnValid(digits: string): boolean {
  const values = digits
    .split('')
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
  // A doubled digit of two digits counts as their sum, which is the value minus nine.
  return values.map((value) => (value > 9 ? value - 9 : value)).reduce((sum, value) => sum + value, 0) % 10 === 0
}

/** Returns the server's error code for a card number, or undefined if it is valid. */
export function cardProblem(typed: string): 'required' | 'card_length' | 'card_unknown' | undefined {
  if (typed.trim() === '') return 'required'
  const digits = typed.replaceAll(' ', '')
  if (digits.length !== CARD_DIGITS || digits !== digitsOf(digits)) return 'card_length'
  // All zeros would pass the Luhn check.
  return isLuhnValid(digits) && Number(digits) > 0 ? undefined : 'card_unknown'
}
