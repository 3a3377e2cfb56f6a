// The kinds of sections of the home page, and what each of them has.
import type { HomeSectionKind, HomeShelfSource } from '~shared/api/types'

/** In the order in which the page offers them. */
export const KINDS = [
  'hero',
  'banner',
  'shelf',
  'tiles',
  'links',
  'categories',
  'promises',
  'campaigns',
  'stores',
  'recent',
] as const satisfies HomeSectionKind[]

export const SOURCES = ['popular', 'newest', 'sale', 'category', 'products'] as const satisfies HomeShelfSource[]

/** The most sections of a page. */
export const MAX_SECTIONS = 30
/** The most products of a shelf. */
export const MAX_PRODUCTS = 12
export const MAX_TILES = { tiles: 8, links: 10 } as const

/** In characters. */
export const MAX_LENGTH = { title: 80, text: 300, action: 40, label: 40 } as const

export type KindWithTiles = keyof typeof MAX_TILES

export const hasBanner = (kind: HomeSectionKind): kind is 'hero' | 'banner' => kind === 'hero' || kind === 'banner'
export const hasTiles = (kind: HomeSectionKind): kind is KindWithTiles => kind === 'tiles' || kind === 'links'
export const hasTitle = (kind: HomeSectionKind) => hasBanner(kind) || hasTiles(kind) || kind === 'shelf'

/** A page has at most one section of such a kind. Its content comes from elsewhere, or it is the heading of the page. */
export const isUnique = (kind: HomeSectionKind) => kind === 'hero' || !hasTitle(kind)

/** A hero is the first section, so it stays there, and other sections stay below it. */
export const firstMovable = (sections: { kind: HomeSectionKind }[]) => (sections[0]?.kind === 'hero' ? 1 : 0)

/** Returns whether the page has a section of a kind that it may have only once. */
export const isTaken = (kind: HomeSectionKind, sections: { kind: HomeSectionKind }[]) =>
  isUnique(kind) && sections.some((section) => section.kind === kind)

/** Returns the kinds that can be added to the page. */
export const addableKinds = (sections: { kind: HomeSectionKind }[]) => KINDS.filter((kind) => !isTaken(kind, sections))
