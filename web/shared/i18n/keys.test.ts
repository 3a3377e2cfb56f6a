import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '~shared/api/types'
import azErrors from '../../locales/az/errors.json'
import enErrors from '../../locales/en/errors.json'
import ruErrors from '../../locales/ru/errors.json'
import { source } from '../../tools/openapi/source.mjs'
import { LOCALES, type Locale } from './locale'
import type { Form } from './context'

const NAMESPACES = readdirSync('locales/az')
const FORMS: Record<Locale, Form[]> = { az: ['other'], ru: ['few', 'many', 'one', 'other'], en: ['one', 'other'] }

type Tree = { [name: string]: string | Tree }
const read = (locale: Locale, file: string) => JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')) as Tree

const isPlural = (node: string | Tree): node is Tree => typeof node === 'object' && typeof node.other === 'string'

function leaves(node: Tree, above: string): [string, string | Tree][] {
  return Object.entries(node).flatMap(([name, value]) => {
    const key = `${above}.${name}`
    return typeof value === 'string' || isPlural(value) ? [[key, value] as [string, string | Tree]] : leaves(value, key)
  })
}

const textsOf = (locale: Locale, file: string) => leaves(read(locale, file), file.replace('.json', ''))
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join()

const sources = ['src', 'admin', 'shared']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

// `t(`catalog.sort.${sort}`)` uses every key with that prefix.
const prefixes = [...sources.matchAll(/`((?:\w+\.)+)\$\{/g)].map(([, prefix]) => prefix ?? '')
const isUsed = (key: string) => sources.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix))

describe.each(NAMESPACES)('%s', (file) => {
  const az = textsOf('az', file).map(([key]) => key)

  it.each(LOCALES)('has the same keys in %s', (locale) => {
    expect(textsOf(locale, file).map(([key]) => key)).toEqual(az)
  })

  it.each(LOCALES)('has every plural form and the same values in %s', (locale) => {
    const original = new Map(textsOf('az', file))
    for (const [key, text] of textsOf(locale, file)) {
      const first = original.get(key) ?? ''
      const expected = placeholders(typeof first === 'string' ? first : JSON.stringify(first.other))
      const texts = typeof text === 'string' ? [text] : Object.values(text).map(String)
      if (typeof text !== 'string') expect(Object.keys(text).sort(), key).toEqual(FORMS[locale])
      for (const one of texts) {
        expect(one.trim(), key).not.toBe('')
        expect(placeholders(one), key).toBe(expected)
      }
    }
  })
})

describe('keys in use', () => {
  // The gateway also uses the errors, and the build uses the texts of the installed shop.
  const all = NAMESPACES.filter((file) => !['errors.json', 'installed.json'].includes(file)).flatMap((file) =>
    textsOf('az', file).map(([key]) => key),
  )

  it('contain every key of the files', () => {
    expect(all.filter((key) => !isUsed(key))).toEqual([])
  })

  it('exist in the files', () => {
    const names = NAMESPACES.map((file) => file.replace('.json', '')).join('|')
    const known = new Set(NAMESPACES.flatMap((file) => textsOf('az', file).map(([key]) => key)))
    const used = [...sources.matchAll(new RegExp(`'((?:${names})\\.[\\w.]+)'`, 'g'))].map(([, key]) => key ?? '')
    expect(used.filter((key) => !known.has(key))).toEqual([])
  })
})

type Words = Record<Schemas['ProblemCode'], { title: string; detail: string }> & { fields: Record<Schemas['FieldCode'], string> }

// The compiler checks that every code of the contract has a text; the tests below check that none is blank.
const WORDS: Record<Locale, Words> = { az: azErrors, ru: ruErrors, en: enErrors }
const contract = (JSON.parse(readFileSync(source, 'utf8')) as Contract).components.schemas
const problemCodes = contract.ProblemCode.enum
const fieldCodes = contract.FieldCode.enum

interface Contract {
  components: { schemas: { ProblemCode: { enum: Schemas['ProblemCode'][] }; FieldCode: { enum: Schemas['FieldCode'][] } } }
}

it.each(LOCALES)('has a text for every error code of the contract in %s, and no other', (locale) => {
  const { fields, ...problems } = WORDS[locale]
  expect(problemCodes).toContain('order_already_paid')
  expect(Object.keys(problems).sort()).toEqual(problemCodes)
  for (const code of problemCodes)
    expect(problems[code], code).toEqual({ title: expect.stringMatching(/\S/), detail: expect.stringMatching(/\S/) })
  expect(fieldCodes).toContain('required')
  for (const code of fieldCodes) expect(fields[code], code).toMatch(/\S/)
})
