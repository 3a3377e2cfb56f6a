// One-time codes, which are sent to a phone number.

export const OTP_LENGTH = 4

/** Finds four digits in a row as in `Kod: 1234`, or else the first digits as in `12 34`. */
export function extractCode(text: string): string {
  const match = text.match(/(?<!\d)\d{4}(?!\d)/)
  return match ? match[0] : text.replaceAll(/\D/g, '').slice(0, OTP_LENGTH)
}
