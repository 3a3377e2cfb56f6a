// Checks that every error code of the API has a text in every language.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Schemas } from '~shared/api/types'
import azErrors from '../../locales/az/errors.json'
import enErrors from '../../locales/en/errors.json'
import ruErrors from '../../locales/ru/errors.json'
import { source as openapiPath } from '../../tools/openapi/source.mjs'
import { LOCALES, type Locale } from './locale'

interface Contract {
  components: { schemas: { ProblemCode: { enum: Schemas['ProblemCode'][] }; FieldCode: { enum: Schemas['FieldCode'][] } } }
}

type ErrorTexts = Record<Schemas['ProblemCode'], { title: string; detail: string }> & { fields: Record<Schemas['FieldCode'], string> }

const ERRORS: Record<Locale, ErrorTexts> = { az: azErrors, ru: ruErrors, en: enErrors }
const contract = (JSON.parse(readFileSync(openapiPath, 'utf8')) as Contract).components.schemas
const problemCodes = contract.ProblemCode.enum
const fieldCodes = contract.FieldCode.enum

it.each(LOCALES)('has a text for every error code of the contract in %s, and for no other problem', (locale) => {
  const { fields, ...problems } = ERRORS[locale]
  // With empty lists of codes, the other checks would pass.
  expect(problemCodes).toContain('order_already_paid')
  expect(fieldCodes).toContain('required')
  expect(Object.keys(problems).sort()).toEqual(problemCodes)
  for (const code of problemCodes)
    expect(problems[code], code).toEqual({ title: expect.stringMatching(/\S/), detail: expect.stringMatching(/\S/) })
  for (const code of fieldCodes) expect(fields[code], code).toMatch(/\S/)
})
