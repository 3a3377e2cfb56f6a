// The values of the form of the home page, and their conversion from and to requests. Times are Baku time.
import { shownTime, toApiTime } from '~admin/lib/baku-time'
import { localTextOf, NO_TEXT, typedTextOf, type TypedText } from '~admin/lib/local-text'
import type {
  HomeBannerDraft,
  HomeSchedule,
  HomeSectionDraft,
  HomeSectionKind,
  HomeShelfSource,
  HomeTileDraft,
  HomeTone,
  HomeVersion,
  LocalText,
} from '~shared/api/types'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { hasBanner, hasTiles, hasTitle } from './kinds'
import { isTime } from './schedule'

export interface TileValues {
  label: TypedText
  link: string
  picture: string
  /** Empty for the kind `links`. */
  tone: HomeTone | ''
}

/** All kinds have the same members, so that an input has one name. Members of other kinds keep their first value and are not sent. */
export interface SectionValues {
  /** Identifies the section in this browser while it moves in the list. */
  key: string
  kind: HomeSectionKind
  isHidden: boolean
  title: TypedText
  text: TypedText
  action: TypedText
  link: string
  picture: string
  /** Empty for the gradient of a hero. */
  tone: HomeTone | ''
  source: HomeShelfSource
  category: string
  products: number[]
  tiles: TileValues[]
  isScheduled: boolean
  from: string
  until: string
  isYearly: boolean
}

export interface Values {
  sections: SectionValues[]
  /** The version on which the edit is based. The server refuses the edit if a newer version was published. */
  fromVersion: number
}

export const newTile = (kind: HomeSectionKind): TileValues => ({
  label: NO_TEXT,
  link: '',
  picture: '',
  tone: kind === 'tiles' ? 'rose' : '',
})

export const newSection = (kind: HomeSectionKind): SectionValues => ({
  key: uniqueKey(),
  kind,
  isHidden: false,
  title: NO_TEXT,
  text: NO_TEXT,
  action: NO_TEXT,
  link: '',
  picture: '',
  tone: kind === 'banner' ? 'rose' : '',
  source: 'popular',
  category: '',
  products: [],
  tiles: hasTiles(kind) ? [newTile(kind)] : [],
  isScheduled: false,
  from: '',
  until: '',
  isYearly: false,
})

const tileValues = ({ label, link, picture, tone }: HomeTileDraft): TileValues => ({
  label: typedTextOf(label),
  link,
  picture,
  tone: tone ?? '',
})

function sectionValues({ kind, hidden, schedule, title, hero, banner, shelf, tiles }: HomeSectionDraft): SectionValues {
  const content = hero ?? banner
  return {
    ...newSection(kind),
    isHidden: hidden,
    title: typedTextOf(title),
    text: typedTextOf(content?.text),
    action: typedTextOf(content?.action),
    link: content?.link ?? '',
    picture: content?.picture ?? '',
    tone: content?.tone ?? '',
    source: shelf?.source ?? 'popular',
    category: shelf?.category ?? '',
    products: shelf?.products ?? [],
    tiles: tiles.map(tileValues),
    isScheduled: schedule !== undefined,
    from: schedule?.showsFrom ? shownTime(schedule.showsFrom) : '',
    until: schedule?.showsUntil ? shownTime(schedule.showsUntil) : '',
    isYearly: schedule?.everyYear ?? false,
  }
}

export const sectionsOf = ({ sections }: HomeVersion): SectionValues[] => sections.map(sectionValues)

export const valuesOf = (version: HomeVersion): Values => ({ sections: sectionsOf(version), fromVersion: version.version })

export const isEmpty = (text: TypedText) => Object.values(text).every((typed) => typed.trim() === '')

/** A text that is empty in all languages is left out. */
const optionalText = (text: TypedText): LocalText | undefined => (isEmpty(text) ? undefined : localTextOf(text))

function bannerOf({ text, action, link, picture, tone }: SectionValues): HomeBannerDraft {
  const [sentText, sentAction] = [optionalText(text), optionalText(action)]
  return {
    ...(sentText && { text: sentText }),
    ...(sentAction && { action: sentAction }),
    link: link.trim(),
    picture,
    ...(tone && { tone }),
  }
}

/** An invalid time stays as it was typed. The form refuses it, but compares pages while the user types. */
const requestTime = (typed: string) => (isTime(typed) ? toApiTime(typed) : typed)

const scheduleOf = ({ from, until, isYearly }: SectionValues): HomeSchedule => ({
  ...(from && { showsFrom: requestTime(from) }),
  ...(until && { showsUntil: requestTime(until) }),
  everyYear: isYearly,
})

const tileOf = (kind: HomeSectionKind, { label, link, picture, tone }: TileValues): HomeTileDraft => ({
  label: localTextOf(label),
  link: link.trim(),
  picture: kind === 'tiles' ? picture : '',
  ...(kind === 'tiles' && tone && { tone }),
})

/** Only the members of its kind are sent. */
export function sectionOf(section: SectionValues): HomeSectionDraft {
  const { kind, isHidden, title, source, category, products, tiles, isScheduled } = section
  const sentTitle = hasTitle(kind) ? optionalText(title) : undefined
  return {
    kind,
    hidden: isHidden,
    ...(isScheduled && { schedule: scheduleOf(section) }),
    ...(sentTitle && { title: sentTitle }),
    ...(hasBanner(kind) && { [kind]: bannerOf(section) }),
    ...(kind === 'shelf' && {
      shelf: { source, ...(source === 'category' && { category }), products: source === 'products' ? products : [] },
    }),
    tiles: hasTiles(kind) ? tiles.map((tile) => tileOf(kind, tile)) : [],
  }
}

/** Whether both lists of sections would be published as the same page. */
export const isSamePage = (some: SectionValues[], others: SectionValues[]) =>
  JSON.stringify(some.map(sectionOf)) === JSON.stringify(others.map(sectionOf))

/**
 * Maps the server's fields to the form's: `sections[2].tiles[0].label.az` to `sections.2.tiles.0.label.az`, and
 * `sections[2].banner.text.az` to `sections.2.text.az`.
 */
export function toFormField(name: string): string {
  const [, index, rest = ''] = /^sections\[(\d+)\](?:\.(.+))?$/.exec(name) ?? []
  if (index === undefined) return name
  const field = rest
    .replace(/^(hero|banner|shelf)\./, '')
    .replace(/^products\[\d+\]$/, 'products')
    .replace(/^tiles\[(\d+)\]/, 'tiles.$1')
    .replace(/^tiles\.\d+$/, '$&.label')
    .replace(/\.label$/, '.label.az')
  return `sections.${index}.${SHORT_NAMES[field] ?? field}`
}

/** An error of a whole part is shown at the part's first input. */
const SHORT_NAMES: Record<string, string> = {
  '': 'kind',
  hero: 'title.az',
  banner: 'title.az',
  shelf: 'source',
  title: 'title.az',
  text: 'text.az',
  action: 'action.az',
  hidden: 'kind',
  schedule: 'from',
  'schedule.showsFrom': 'from',
  'schedule.showsUntil': 'until',
  'schedule.everyYear': 'isYearly',
}
