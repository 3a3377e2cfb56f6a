/** What was typed into a named text input of a form. */
export function typedText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const LOCAL = /^\+994(\d{2})(\d{3})(\d{2})(\d{2})$/
const NBSP = '\u00a0'

/** A number as people write it: `+994 50 123 45 67`. Others than those of Azerbaijan stay as they are. */
export const phoneText = (number: string) => number.replace(LOCAL, ['+994', '$1', '$2', '$3', '$4'].join(NBSP))
