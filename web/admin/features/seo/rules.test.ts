import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { RobotsSchema } from './robots-rules'
import { fillTemplate, hasSubject, isTemplate, Schema } from './rules'

const VALID = { title: 'Hədiyyələr', description: '', keywords: '', heading: 'Hədiyyələr', text: '', ogImage: '' }

/** Returns the field and the error code of each problem. */
const problemsOf = (values: Partial<typeof VALID>) => {
  const { issues = [] } = v.safeParse(Schema, { ...VALID, ...values })
  return issues.map(({ path, message }) => [path?.[0]?.key, message])
}

it('SEO texts require a title, a heading and valid templates, and accept an uploaded picture or none', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ title: ' ', heading: '' })).toEqual([
    ['title', 'required'],
    ['heading', 'required'],
  ])
  expect(problemsOf({ description: '{subject}' })).toEqual([['description', 'bad_template']])
  expect(problemsOf({ ogImage: 'https://elsewhere.example/a.webp' })).toEqual([['ogImage', 'not_a_path']])
  expect(problemsOf({ ogImage: '/media/abc/640.webp' })).toEqual([])
})

it.each(['', '# a greedy one\nUser-agent: GreedyBot\nDisallow: /', 'User-agent: Yandex\nClean-param: utm_source', 'Disallow:'])(
  'accepts the robots.txt line %j',
  (text) => {
    expect(v.is(RobotsSchema, { text })).toBe(true)
  },
)

it.each(['Disalow: /', 'Disallow /', 'Disallow: sebet', '<html>', 'User-agent:', 'Disallow'])('refuses the robots.txt line %j', (text) => {
  expect(v.is(RobotsSchema, { text })).toBe(false)
})

const TITLE = '[{subject}: qiymət və çatdırılma|Hədiyyələr] · {shop}'

it('a template has one half for pages with a subject and one for pages without', () => {
  expect(fillTemplate(TITLE, 'Qızılgül')).toBe('Qızılgül: qiymət və çatdırılma · Sovqat')
  expect(fillTemplate(TITLE)).toBe('Hədiyyələr · Sovqat')
  expect([hasSubject(TITLE), hasSubject('{shop}')]).toEqual([true, false])
})

it('does not parse inserted text as a template', () => {
  expect(fillTemplate(TITLE, '{shop} [a|b] $&')).toBe('{shop} [a|b] $&: qiymət və çatdırılma · Sovqat')
})

describe('a template', () => {
  it.each([TITLE, '', 'Gül | {shop}', '[a|]', '[|{shop}] [{subject}|b]'])('accepts %j', (text) => {
    expect(isTemplate(text)).toBe(true)
  })

  it.each([
    '{subject} · {shop}',
    '[a|{subject}]',
    '[{subject}]',
    '[a|b|c]',
    '[a|b',
    'a]',
    '[a[b|c]]',
    '{shop',
    'shop}',
    '{name}',
    '{sh[a|b]op}',
  ])('refuses %j', (text) => {
    expect(isTemplate(text)).toBe(false)
  })
})
