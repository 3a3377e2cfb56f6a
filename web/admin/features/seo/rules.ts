import * as v from 'valibot'
import type { SeoText } from '~shared/api/types'
import { optionalText, text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/problems'

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

// The server's rules, in its codes.

const says = (code: FieldCode) => code
const readable = v.check(isTemplate, says('bad_template'))
const isOwnPath = (typed: string) => typed === '' || /^\/(?!\/)/.test(typed)

export const Schema = v.object({
  title: v.pipe(text(120), readable),
  description: v.pipe(optionalText(300), readable),
  keywords: v.pipe(optionalText(500), readable),
  heading: v.pipe(text(200), readable),
  text: v.pipe(optionalText(5000), readable),
  ogImage: v.pipe(optionalText(300), v.check(isOwnPath, says('not_a_path'))),
})

export type Values = v.InferInput<typeof Schema>

export const valuesOf = ({ page: _page, language: _language, ...values }: SeoText): Values => values

const FIELDS = ['user-agent', 'allow', 'disallow', 'crawl-delay', 'clean-param']

/** A line that crawlers do not understand makes some of them give up on the whole file. */
function isUnderstood(line: string) {
  if (line.trim() === '' || line.trim().startsWith('#')) return true
  const [field = '', ...rest] = line.split(':')
  const [name, value] = [field.trim().toLowerCase(), rest.join(':').trim()]
  if (name === 'allow' || name === 'disallow') return rest.length > 0 && (value === '' || /^[/*]/.test(value))
  return FIELDS.includes(name) && value !== ''
}

export const RobotsSchema = v.object({
  text: v.pipe(
    optionalText(10_000),
    v.check((typed) => typed.split('\n').every(isUnderstood), says('invalid')),
  ),
})
