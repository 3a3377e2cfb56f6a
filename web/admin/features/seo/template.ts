// A text with room for a subject, as the server reads it: `{shop}` is the shop's name, `[with|without]` its first half where the
// page has a subject and its second where it has none, and `{subject}` stands in first halves only.

const SHOP = 'Sovqat'
const EITHER = /\[([^[\]|]*)\|([^[\]|]*)\]/g
const WITHOUT = /^(?:[^{}[\]]|\{shop\})*$/
const WITH = /^(?:[^{}[\]]|\{shop\}|\{subject\})*$/

export function isTemplate(text: string): boolean {
  const halves = [...text.matchAll(EITHER)]
  // A space in its place, or what is left on both sides could read as one.
  return (
    WITHOUT.test(text.replaceAll(EITHER, ' ')) && halves.every(([, first = '', second = '']) => WITH.test(first) && WITHOUT.test(second))
  )
}

export const hasSubject = (text: string) => text.includes('{subject}')

/** The subject comes last: what is filled in is never read as a template again. */
export const filled = (text: string, subject?: string) =>
  text
    .replaceAll(EITHER, (_, first: string, second: string) => (subject === undefined ? second : first))
    .replaceAll('{shop}', SHOP)
    .replaceAll('{subject}', () => subject ?? '')
