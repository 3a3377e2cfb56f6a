export function typedText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const AZERBAIJANI_NUMBER = /^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/
const NBSP = '\u00a0'

/** Formats an Azerbaijani number as `+994 50 123 45 67`; leaves others unchanged. */
export const phoneText = (number: string) => number.replace(AZERBAIJANI_NUMBER, ['+994', '$1', '$2', '$3', '$4'].join(NBSP))
