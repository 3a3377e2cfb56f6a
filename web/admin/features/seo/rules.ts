import * as v from 'valibot'
import type { SeoText } from '~shared/api/types'
import { errorCode, optionalText, text } from '~shared/features/forms/rules'

// Templates have the server's syntax: `{shop}` is the shop's name; `[with|without]` is its first half on pages with a subject, otherwise
// its second. `{subject}` is allowed in first halves only.

const SHOP = 'Sovqat'
/** Matches `[with|without]`, a text in two versions. */
const EITHER = /\[([^[\]|]*)\|([^[\]|]*)\]/g
const WITHOUT = /^(?:[^{}[\]]|\{shop\})*$/
const WITH = /^(?:[^{}[\]]|\{shop\}|\{subject\})*$/

export function isTemplate(text: string): boolean {
  const halves = [...text.matchAll(EITHER)]
  // Placeholders are replaced by spaces, so that the text around one cannot join into a new one.
  return (
    WITHOUT.test(text.replaceAll(EITHER, ' ')) && halves.every(([, first = '', second = '']) => WITH.test(first) && WITHOUT.test(second))
  )
}

export const hasSubject = (text: string) => text.includes('{subject}')

/** Fills a template. The subject is inserted last: its text must not be parsed as a template. */
export const fillTemplate = (text: string, subject?: string) =>
  text
    .replaceAll(EITHER, (_, first: string, second: string) => (subject === undefined ? second : first))
    .replaceAll('{shop}', SHOP)
    .replaceAll('{subject}', () => subject ?? '')

// These are the server's validation rules, with its error codes as messages.

const template = v.check(isTemplate, errorCode('bad_template'))
const isOwnPath = (typed: string) => typed === '' || /^\/(?!\/)/.test(typed)

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

const FIELDS = ['user-agent', 'allow', 'disallow', 'crawl-delay', 'clean-param']

/** Checks a line of robots.txt: some crawlers ignore the whole file after a line that they cannot parse. */
function isRobotsLine(line: string) {
  if (line.trim() === '' || line.trim().startsWith('#')) return true
  const [field = '', ...rest] = line.split(':')
  const [name, value] = [field.trim().toLowerCase(), rest.join(':').trim()]
  if (name === 'allow' || name === 'disallow') return rest.length > 0 && (value === '' || /^[/*]/.test(value))
  return FIELDS.includes(name) && value !== ''
}

export const RobotsSchema = v.object({
  text: v.pipe(
    optionalText(10_000),
    v.check((typed) => typed.split('\n').every(isRobotsLine), errorCode('invalid')),
  ),
})
