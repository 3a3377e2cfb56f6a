// The rules of SEO texts and robots.txt. A text may be a template, which is filled in for each page, for example for each product.
import * as v from 'valibot'
import type { SeoText } from '~shared/api/types'
import { errorCode, optionalText, text } from '~shared/features/forms/rules'

// Templates have the server's syntax. `{shop}` is the name of the shop, and `{subject}` what the page is about, for example a product.
// `[with|without]` is the first half on pages with a subject, and the second half on other pages. `{subject}` is allowed in first halves.

const SHOP = 'Sovqat'
/** Matches `[with|without]`. */
const EITHER = /\[([^[\]|]*)\|([^[\]|]*)\]/g
/** The texts that are allowed in a second half or outside of brackets, and those that are allowed in a first half. */
const WITHOUT = /^(?:[^{}[\]]|\{shop\})*$/
const WITH = /^(?:[^{}[\]]|\{shop\}|\{subject\})*$/

/** Whether the text is a correct template. */
export function isTemplate(text: string): boolean {
  const halves = [...text.matchAll(EITHER)]
  // Brackets are replaced by a space, so that the texts before and after them cannot join into a placeholder.
  return (
    WITHOUT.test(text.replaceAll(EITHER, ' ')) && halves.every(([, first = '', second = '']) => WITH.test(first) && WITHOUT.test(second))
  )
}

export const hasSubject = (text: string) => text.includes('{subject}')

/** Fills in a template. The subject is inserted last, so that its text is not parsed as a template. */
export const fillTemplate = (text: string, subject?: string) =>
  text
    .replaceAll(EITHER, (_, first: string, second: string) => (subject === undefined ? second : first))
    .replaceAll('{shop}', SHOP)
    .replaceAll('{subject}', () => subject ?? '')

// These are the server's validation rules, with its error codes as messages.

const template = v.check(isTemplate, errorCode('bad_template'))
const isOwnPath = (typed: string) => typed === '' || /^\/(?!\/)/.test(typed)

/** The validation rules of the SEO texts of a page. The numbers are lengths in characters. */
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

/** The fields of robots.txt that the server accepts. */
const FIELDS = ['user-agent', 'allow', 'disallow', 'crawl-delay', 'clean-param']

/** Checks a line of robots.txt. Some crawlers ignore the whole file if they cannot parse one of its lines. */
function isRobotsLine(line: string) {
  if (line.trim() === '' || line.trim().startsWith('#')) return true
  const [field = '', ...valueParts] = line.split(':')
  const [name, value] = [field.trim().toLowerCase(), valueParts.join(':').trim()]
  if (name === 'allow' || name === 'disallow') return valueParts.length > 0 && (value === '' || /^[/*]/.test(value))
  return FIELDS.includes(name) && value !== ''
}

/** The validation rules of robots.txt. */
export const RobotsSchema = v.object({
  text: v.pipe(
    optionalText(10_000),
    v.check((typed) => typed.split('\n').every(isRobotsLine), errorCode('invalid')),
  ),
})
