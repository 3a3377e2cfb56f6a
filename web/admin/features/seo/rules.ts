// The rules of SEO texts: the server's, with its error codes as messages.
import * as v from 'valibot'
import type { SeoText } from '~shared/api/types'
import { errorCode, optionalText, text } from '~shared/features/forms/rules'

// A text may be a template. `{shop}` is the name of the shop, `{subject}` what the page is about, for example a product.
// `[with|without]` is the first half on pages with a subject, and the second on others. `{subject}` is allowed in first halves only.

const SHOP = 'Sovqat'
/** Matches `[with|without]`. */
const EITHER = /\[([^[\]|]*)\|([^[\]|]*)\]/g
/** `WITH` is for first halves, `WITHOUT` for second halves and outside of brackets. */
const WITHOUT = /^(?:[^{}[\]]|\{shop\})*$/
const WITH = /^(?:[^{}[\]]|\{shop\}|\{subject\})*$/

export function isTemplate(text: string): boolean {
  const halves = [...text.matchAll(EITHER)]
  // Brackets become a space, so that the texts before and after them cannot join into a placeholder.
  return (
    WITHOUT.test(text.replaceAll(EITHER, ' ')) && halves.every(([, first = '', second = '']) => WITH.test(first) && WITHOUT.test(second))
  )
}

export const hasSubject = (text: string) => text.includes('{subject}')

/** The subject is inserted last, so that its text is not parsed as a template. */
export const fillTemplate = (text: string, subject?: string) =>
  text
    .replaceAll(EITHER, (_, first: string, second: string) => (subject === undefined ? second : first))
    .replaceAll('{shop}', SHOP)
    .replaceAll('{subject}', () => subject ?? '')

const template = v.check(isTemplate, errorCode('bad_template'))
const isOwnPath = (typed: string) => typed === '' || /^\/(?!\/)/.test(typed)

/** The numbers are lengths in characters. */
export const Schema = v.object({
  title: v.pipe(text(120), template),
  description: v.pipe(optionalText(300), template),
  keywords: v.pipe(optionalText(500), template),
  heading: v.pipe(text(200), template),
  text: v.pipe(optionalText(5000), template),
  ogImage: v.pipe(optionalText(300), v.check(isOwnPath, errorCode('not_a_path'))),
})

export type Values = v.InferInput<typeof Schema>

export const valuesOf = ({ page: _page, language: _language, ...values }: SeoText): Values => values
