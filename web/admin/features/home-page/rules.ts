// The validation rules of the form of the home page: those of the server, with its error codes.
import * as v from 'valibot'
import type { TypedText } from '~admin/lib/local-text'
import type { HomeSectionKind } from '~shared/api/types'
import type { FieldCode } from '~shared/features/forms/problems'
import { errorCode } from '~shared/features/forms/rules'
import { LOCALES } from '~shared/i18n/locale'
import { hasBanner, hasTiles, hasTitle, isTaken, MAX_LENGTH, MAX_PRODUCTS, MAX_SECTIONS, MAX_TILES } from './kinds'
import { isTime, isWithinYear } from './schedule'
import { isEmpty, type SectionValues, type TileValues, type Values } from './values'

/** In characters, for the path and for the query. */
const MAX_LINK_LENGTH = 300
const LANGUAGES: readonly string[] = LOCALES

export interface FieldError {
  /** The name of the input within the section, such as `tiles.0.link`. */
  field: string
  code: FieldCode
}

const hasForbiddenCharacter = (text: string) => /[\p{Cc}\\]/u.test(text)

/** Returns undefined for a wrongly encoded path. */
function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Returns undefined for a path in the shop with an optional query. */
export function linkError(typed: string): FieldCode | undefined {
  const link = typed.trim()
  if (link === '') return 'required'
  const [path = '', ...queries] = link.split('?')
  const query = queries.join('?')
  const text = decodedPath(path)
  if (text === undefined || hasForbiddenCharacter(text) || hasForbiddenCharacter(query)) return 'invalid_characters'
  if (text.length > MAX_LINK_LENGTH || query.length > MAX_LINK_LENGTH) return 'too_long'
  if (!link.startsWith('/') || link.startsWith('//') || link.includes('#')) return 'not_a_path'
  const segments = text.split('/').filter(Boolean)
  if (LANGUAGES.includes(segments[0] ?? '')) return 'language_in_path'
  return segments.some((segment) => segment === '.' || segment === '..') ? 'not_a_path' : undefined
}

function textErrors(field: string, text: TypedText, max: number, isOptional = false): FieldError[] {
  if (isOptional && isEmpty(text)) return []
  const tooLong = LOCALES.filter((locale) => text[locale].trim().length > max)
  const errors: FieldError[] = tooLong.map((locale) => ({ field: `${field}.${locale}`, code: 'too_long' }))
  return text.az.trim() === '' ? [{ field: `${field}.az`, code: 'required' }, ...errors] : errors
}

const errorIf = (isWrong: boolean, field: string, code: FieldCode): FieldError[] => (isWrong ? [{ field, code }] : [])

function linkErrors(field: string, typed: string): FieldError[] {
  const code = linkError(typed)
  return code ? [{ field, code }] : []
}

function bannerErrors({ kind, text, action, link, tone }: SectionValues): FieldError[] {
  const isWithoutButton = kind === 'hero' && isEmpty(action) && link.trim() === ''
  return [
    ...textErrors('text', text, MAX_LENGTH.text),
    ...(isWithoutButton ? [] : [...textErrors('action', action, MAX_LENGTH.action), ...linkErrors('link', link)]),
    ...errorIf(kind === 'banner' && tone === '', 'tone', 'required'),
  ]
}

const shelfErrors = ({ source, category, products }: SectionValues): FieldError[] => [
  ...errorIf(source === 'category' && category === '', 'category', 'required'),
  ...errorIf(source === 'products' && products.length === 0, 'products', 'required'),
  ...errorIf(source === 'products' && products.length > MAX_PRODUCTS, 'products', 'too_many'),
]

const tileErrors = (kind: HomeSectionKind, { label, link, picture, tone }: TileValues): FieldError[] => [
  ...textErrors('label', label, MAX_LENGTH.label),
  ...linkErrors('link', link),
  ...errorIf(kind === 'tiles' && picture === '', 'picture', 'required'),
  ...errorIf(kind === 'tiles' && tone === '', 'tone', 'required'),
]

const tilesErrors = (kind: 'tiles' | 'links', tiles: TileValues[]): FieldError[] => [
  ...errorIf(tiles.length === 0, 'tiles', 'required'),
  ...errorIf(tiles.length > MAX_TILES[kind], 'tiles', 'too_many'),
  ...tiles.flatMap((tile, index) => tileErrors(kind, tile).map(({ field, code }) => ({ field: `tiles.${index}.${field}`, code }))),
]

const invalidTimeErrors = (field: string, typed: string) => errorIf(typed !== '' && !isTime(typed), field, 'out_of_range')

function scheduleErrors({ isScheduled, from, until, isYearly }: SectionValues): FieldError[] {
  if (!isScheduled) return []
  if (isYearly || (from === '' && until === '')) {
    const missing = [...errorIf(from === '', 'from', 'required'), ...errorIf(isYearly && until === '', 'until', 'required')]
    if (missing.length > 0) return missing
  }
  const invalid = [...invalidTimeErrors('from', from), ...invalidTimeErrors('until', until)]
  if (invalid.length > 0 || from === '' || until === '') return invalid
  if (from >= until) return [{ field: 'until', code: 'invalid_period' }]
  return errorIf(isYearly && !isWithinYear(from, until), 'until', 'out_of_range')
}

/** Returns the errors of a section in the order of its inputs. */
export const sectionErrors = (section: SectionValues): FieldError[] => [
  ...(hasTitle(section.kind) ? textErrors('title', section.title, MAX_LENGTH.title) : []),
  ...(hasBanner(section.kind) ? bannerErrors(section) : []),
  ...(section.kind === 'shelf' ? shelfErrors(section) : []),
  ...(hasTiles(section.kind) ? tilesErrors(section.kind, section.tiles) : []),
  ...scheduleErrors(section),
]

/** `field` is a path with dots. */
function pathOf(input: unknown, field: string): [v.IssuePathItem, ...v.IssuePathItem[]] {
  let parent = input
  const items = field.split('.').map((key): v.IssuePathItem => {
    const value = (parent as Record<string, unknown> | undefined)?.[key]
    const item = { type: 'unknown', origin: 'value', input: parent, key, value } as const
    parent = value
    return item
  })
  return items as [v.IssuePathItem, ...v.IssuePathItem[]]
}

/** The form makes values of the right types, so only their content is checked. */
const Section = v.pipe(
  v.custom<SectionValues>((value) => typeof value === 'object' && value !== null),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { field, code } of sectionErrors(dataset.value)) addIssue({ message: code, path: pathOf(dataset.value, field) })
  }),
)

function placeError(sections: SectionValues[], index: number, kind: HomeSectionKind): FieldCode | undefined {
  if (isTaken(kind, sections.slice(0, index))) return 'duplicate'
  return kind === 'hero' && index > 0 ? 'not_first' : undefined
}

const Places = v.rawCheck<SectionValues[]>(({ dataset, addIssue }) => {
  if (!dataset.typed) return
  for (const [index, { kind }] of dataset.value.entries()) {
    const code = placeError(dataset.value, index, kind)
    if (code) addIssue({ message: code, path: pathOf(dataset.value, `${index}.kind`) })
  }
})

export const Schema = v.object({
  sections: v.pipe(v.array(Section), v.minLength(1, errorCode('required')), v.maxLength(MAX_SECTIONS, errorCode('too_many')), Places),
  fromVersion: v.number(),
}) satisfies v.GenericSchema<Values, Values>
