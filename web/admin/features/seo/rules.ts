import * as v from 'valibot'
import type { SeoText } from '~shared/api/types'
import { optionalText, text } from '~shared/features/forms/rules'
import type { FieldCode } from '~shared/features/forms/words'
import { isTemplate } from './template'

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
