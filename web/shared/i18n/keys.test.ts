// Checks that all languages have the same texts, and that the code uses exactly their keys.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from './locale'
import type { PluralForm } from './context'

const FILES = readdirSync('locales/az')
const PLURAL_FORMS: Record<Locale, PluralForm[]> = { az: ['other'], ru: ['few', 'many', 'one', 'other'], en: ['one', 'other'] }

type Tree = { [name: string]: string | Tree }
const read = (locale: Locale, file: string) => JSON.parse(readFileSync(`locales/${locale}/${file}`, 'utf8')) as Tree

const isPlural = (node: string | Tree): node is Tree => typeof node === 'object' && typeof node.other === 'string'

/** Returns each key (`catalog.sort.newest`) with its text. Plural forms count as one. */
function flatten(node: Tree, prefix: string): [string, string | Tree][] {
  return Object.entries(node).flatMap(([name, value]) => {
    const key = `${prefix}.${name}`
    return typeof value === 'string' || isPlural(value) ? [[key, value] as [string, string | Tree]] : flatten(value, key)
  })
}

const textsOf = (locale: Locale, file: string) => flatten(read(locale, file), file.replace('.json', ''))
const keysOf = (file: string) => textsOf('az', file).map(([key]) => key)
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join()

const sourceCode = ['src', 'admin', 'shared']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

// A template such as `t(`catalog.sort.${sort}`)` uses every key with that prefix.
const prefixes = [...sourceCode.matchAll(/`((?:\w+\.)+)\$\{/g)].map(([, prefix]) => prefix ?? '')
const isUsed = (key: string) => sourceCode.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix))

describe.each(FILES)('%s', (file) => {
  it.each(LOCALES)('has the same keys in %s', (locale) => {
    expect(textsOf(locale, file).map(([key]) => key)).toEqual(keysOf(file))
  })

  it.each(LOCALES)('has every plural form and the same placeholders in %s', (locale) => {
    const azTexts = new Map(textsOf('az', file))
    for (const [key, text] of textsOf(locale, file)) {
      const azText = azTexts.get(key) ?? ''
      const expected = placeholders(typeof azText === 'string' ? azText : (azText.other as string))
      const variants = typeof text === 'string' ? [text] : Object.values(text).map(String)
      if (typeof text !== 'string') expect(Object.keys(text).sort(), key).toEqual(PLURAL_FORMS[locale])
      for (const variant of variants) {
        expect(variant.trim(), key).not.toBe('')
        expect(placeholders(variant), key).toBe(expected)
      }
    }
  })
})

describe('the keys that the code uses', () => {
  // errors.json is also used by the gateway, and installed.json by the build.
  const usedElsewhere = ['errors.json', 'installed.json']
  const checkedKeys = FILES.filter((file) => !usedElsewhere.includes(file)).flatMap(keysOf)

  it('include every key of the files', () => {
    expect(checkedKeys.filter((key) => !isUsed(key))).toEqual([])
  })

  it('exist in the files', () => {
    const names = FILES.map((file) => file.replace('.json', '')).join('|')
    const existingKeys = new Set(FILES.flatMap(keysOf))
    const usedKeys = [...sourceCode.matchAll(new RegExp(`'((?:${names})\\.[\\w.]+)'`, 'g'))].map(([, key]) => key ?? '')
    expect(usedKeys.filter((key) => !existingKeys.has(key))).toEqual([])
  })
})
