export const OTP_LENGTH = 4

/** Extracts the code from typed or pasted text: `Kod: 1234`, `12 34`. */
export function extractCode(text: string): string {
  const match = text.match(/(?<!\d)\d{4}(?!\d)/)
  return match ? match[0] : text.replaceAll(/\D/g, '').slice(0, OTP_LENGTH)
}
