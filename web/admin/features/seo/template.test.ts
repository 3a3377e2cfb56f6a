import { describe, expect, it } from 'vitest'
import { filled, hasSubject, isTemplate } from './template'

const TITLE = '[{subject}: qiymət və çatdırılma|Hədiyyələr] · {shop}'

it('says one thing with a subject and another without', () => {
  expect(filled(TITLE, 'Qızılgül')).toBe('Qızılgül: qiymət və çatdırılma · Sovqat')
  expect(filled(TITLE)).toBe('Hədiyyələr · Sovqat')
  expect([hasSubject(TITLE), hasSubject('{shop}')]).toEqual([true, false])
})

it('does not read what is filled in', () => {
  expect(filled(TITLE, '{shop} [a|b] $&')).toBe('{shop} [a|b] $&: qiymət və çatdırılma · Sovqat')
})

describe('a template', () => {
  it.each([TITLE, '', 'Gül | {shop}', '[a|]', '[|{shop}] [{subject}|b]'])('may be %j', (text) => {
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
  ])('is not %j', (text) => {
    expect(isTemplate(text)).toBe(false)
  })
})
