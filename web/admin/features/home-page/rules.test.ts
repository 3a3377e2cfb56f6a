import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { HomeSectionDraft } from '~shared/api/types'
import { home } from '~mock/home-state'
import { linkError, Schema, sectionErrors } from './rules'
import { isSamePage, newSection, newTile, sectionOf, sectionsOf, type SectionValues, toFormField, valuesOf } from './values'

const AZ = (az: string) => ({ az, ru: '', en: '' })
const section = (kind: SectionValues['kind'], change: Partial<SectionValues> = {}): SectionValues => ({ ...newSection(kind), ...change })
const errors = (kind: SectionValues['kind'], change: Partial<SectionValues> = {}) =>
  sectionErrors(section(kind, change)).map(({ field, code }) => `${field} ${code}`)

describe('a link', () => {
  it.each(['/', '/kateqoriya/hediyyeler', '/kateqoriya/hediyyeler?maxPrice=2000', '/axtaris/g%C3%BCl', ' /elaqe '])(
    'is accepted: %s',
    (link) => {
      expect(linkError(link)).toBeUndefined()
    },
  )

  it.each([
    ['', 'required'],
    ['guller', 'not_a_path'],
    ['https://example.com/', 'not_a_path'],
    ['//example.com', 'not_a_path'],
    ['/faq#top', 'not_a_path'],
    ['/a/../b', 'not_a_path'],
    ['/ru/faq', 'language_in_path'],
    ['/%ff', 'invalid_characters'],
    ['/\\example.com', 'invalid_characters'],
    ['/faq?a=\u0007', 'invalid_characters'],
  ])('is refused: %s', (link, code) => {
    expect(linkError(link)).toBe(code)
  })

  it('is refused if its path or its query is too long', () => {
    expect(linkError(`/${'a'.repeat(300)}`)).toBe('too_long')
    expect(linkError(`/faq?${'a'.repeat(300)}`)).toBeUndefined()
    expect(linkError(`/faq?${'a'.repeat(301)}`)).toBe('too_long')
  })
})

describe('a section', () => {
  it('of a kind without content is complete', () => {
    for (const kind of ['categories', 'promises', 'campaigns', 'stores', 'recent'] as const) expect(errors(kind)).toEqual([])
  })

  it('hero may have no button, but not half of one', () => {
    const texts = { title: AZ('Sovqat'), text: AZ('Hədiyyələr') }
    expect(errors('hero', texts)).toEqual([])
    expect(errors('hero', { ...texts, action: AZ('Seç') })).toEqual(['link required'])
    expect(errors('hero', { ...texts, link: '/elaqe' })).toEqual(['action.az required'])
  })

  it('banner needs its texts, a button and a tone', () => {
    expect(errors('banner', { tone: '' })).toEqual([
      'title.az required',
      'text.az required',
      'action.az required',
      'link required',
      'tone required',
    ])
  })

  it('needs the Azerbaijani text, and none of the others', () => {
    expect(errors('shelf', { title: { az: '', ru: 'Новинки', en: '' } })).toEqual(['title.az required'])
    expect(errors('shelf', { title: { az: 'Yeni', ru: 'a'.repeat(81), en: '' } })).toEqual(['title.ru too_long'])
  })

  it('shelf needs what its source asks for', () => {
    const title = AZ('Güllər')
    expect(errors('shelf', { title })).toEqual([])
    expect(errors('shelf', { title, source: 'category' })).toEqual(['category required'])
    expect(errors('shelf', { title, source: 'products' })).toEqual(['products required'])
    const products = Array.from({ length: 13 }, (_, index) => index + 1)
    expect(errors('shelf', { title, source: 'products', products })).toEqual(['products too_many'])
  })

  it('tiles need pictures, links do not', () => {
    const title = AZ('Kimə?')
    const tile = { ...newTile('tiles'), label: AZ('Ona'), link: '/elaqe' }
    expect(errors('tiles', { title, tiles: [] })).toEqual(['tiles required'])
    expect(errors('tiles', { title, tiles: [tile] })).toEqual(['tiles.0.picture required'])
    expect(errors('links', { title, tiles: [tile] })).toEqual([])
    expect(errors('tiles', { title, tiles: Array.from({ length: 9 }, () => ({ ...tile, picture: 'illustration:cake' })) })).toEqual([
      'tiles too_many',
    ])
  })

  it.each([
    [{}, ['from required']],
    [{ until: '2027-01-05T00:00' }, []],
    [{ from: '2027-01-05T00:00', until: '2027-01-05T00:00' }, ['until invalid_period']],
    [{ isYearly: true, from: '2026-12-20T00:00' }, ['until required']],
    [{ isYearly: true }, ['from required', 'until required']],
    [{ isYearly: true, from: '2026-01-01T00:00', until: '2027-06-01T00:00' }, ['until out_of_range']],
    [{ isYearly: true, from: '2026-12-20T00:00', until: '2027-01-05T00:00' }, []],
    [{ from: '20261-12-20T00:00' }, ['from out_of_range']],
    [{ from: '2026-12-20T00:00', until: '275761-01-05T00:00' }, ['until out_of_range']],
  ])('has a period: %o', (schedule, expected) => {
    expect(errors('stores', { isScheduled: true, ...schedule })).toEqual(expected)
  })
})

it('errors have the path of their input', () => {
  const result = v.safeParse(Schema, { sections: [section('stores'), section('links', { title: AZ('Büdcə') })], fromVersion: 1 })
  const paths = result.issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
  expect(paths).toEqual(['sections.1.tiles.0.label.az required', 'sections.1.tiles.0.link required'])
  expect(v.safeParse(Schema, { sections: [], fromVersion: 1 }).issues?.map(({ message }) => message)).toEqual(['required'])
})

it.each([
  [['stores', 'shelf', 'shelf', 'stores'], ['sections.3.kind duplicate']],
  [['hero', 'hero'], ['sections.1.kind duplicate']],
  [['stores', 'hero'], ['sections.1.kind not_first']],
  [['hero', 'stores'], []],
] as const)('a page has each unique kind once, and a hero first: %o', (kinds, expected) => {
  const title = AZ('Sovqat')
  const sections = kinds.map((kind) => section(kind, { title, text: title }))
  const result = v.safeParse(Schema, { sections, fromVersion: 1 })
  expect(result.issues?.map((issue) => `${v.getDotPath(issue)} ${issue.message}`) ?? []).toEqual(expected)
})

it('a version that is sent back is the same', () => {
  const [version] = home.versions
  if (!version) throw new Error('the mock has no version')
  expect(sectionsOf(version).map(sectionOf)).toEqual(version.sections)
  expect(isSamePage(valuesOf(version).sections, sectionsOf(version))).toBe(true)
})

it('only the members of the kind are sent', () => {
  const typed = section('stores', { title: AZ('Başlıq'), link: '/elaqe', products: [1], category: 'guller', tiles: [newTile('links')] })
  expect(sectionOf(typed)).toEqual({ kind: 'stores', hidden: false, tiles: [] } satisfies HomeSectionDraft)
})

it.each([
  ['sections', 'sections'],
  ['sections[2]', 'sections.2.kind'],
  ['sections[2].kind', 'sections.2.kind'],
  ['sections[2].title', 'sections.2.title.az'],
  ['sections[2].title.ru', 'sections.2.title.ru'],
  ['sections[0].hero.text.az', 'sections.0.text.az'],
  ['sections[12].banner.link', 'sections.12.link'],
  ['sections[3].shelf.category', 'sections.3.category'],
  ['sections[3].shelf.products[4]', 'sections.3.products'],
  ['sections[4].tiles', 'sections.4.tiles'],
  ['sections[4].tiles[1].label.az', 'sections.4.tiles.1.label.az'],
  ['sections[4].tiles[1].label', 'sections.4.tiles.1.label.az'],
  ['sections[4].tiles[1]', 'sections.4.tiles.1.label.az'],
  ['sections[5].schedule', 'sections.5.from'],
  ['sections[5].schedule.showsUntil', 'sections.5.until'],
  ['fromVersion', 'fromVersion'],
])('the field %s of the server is %s in the form', (name, expected) => {
  expect(toFormField(name)).toBe(expected)
})
