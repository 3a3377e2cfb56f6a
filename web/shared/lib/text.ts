// Reads texts from forms, and formats phone numbers.

/** Returns the value of a named text input, trimmed, or empty if the input is missing. */
export function typedText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** An Azerbaijani number in the international form, in the groups in which it is written. */
const AZERBAIJANI_NUMBER = /^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/
const NBSP = '\u00a0'

/** Formats a number as `+994 50 123 45 67`. Numbers of other countries stay unchanged. */
export const phoneText = (number: string) => number.replace(AZERBAIJANI_NUMBER, ['+994', '$1', '$2', '$3', '$4'].join(NBSP))
