// The versions and previews of the home page. Version 0 was never published; version 1 is the demo's.
import { isInYearlyPeriod } from '~admin/features/home-page/schedule'
import { shownTime } from '~admin/lib/baku-time'
import type {
  HomeBanner,
  HomeBannerDraft,
  HomePage,
  HomeSchedule,
  HomeSection,
  HomeSectionDraft,
  HomeVersion,
  LocalText,
  Schemas,
} from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import demo from './data/home.json'
import { profile } from './profile-state'

type Preview = Schemas['HomePreview'] & { sections: HomeSectionDraft[]; shownAt: string }

interface HomeState {
  /** The newest version is first. */
  versions: HomeVersion[]
  previews: Preview[]
}

const HOUR_MS = 3600_000
const PUBLISHED_AT = '2026-11-01T08:00:00Z'

/** The file leaves out what is empty. */
interface RawSection {
  kind: string
  hero?: object
  banner?: object
  shelf?: object
  tiles?: object[]
}
const fromFile = ({ hero, banner, shelf, tiles = [], ...section }: RawSection) =>
  ({
    hidden: false,
    ...section,
    ...(hero && { hero: { picture: '', ...hero } }),
    ...(banner && { banner: { picture: '', ...banner } }),
    ...(shelf && { shelf: { products: [], ...shelf } }),
    tiles: tiles.map((tile) => ({ picture: '', ...tile })),
  }) as HomeSectionDraft

const DEMO = (demo as RawSection[]).map(fromFile)

/** Version 0, which names no category. */
const ORIGINAL = DEMO.filter(({ kind }) => !['tiles', 'links', 'banner'].includes(kind)).map((section) =>
  section.hero ? { ...section, hero: { ...section.hero, link: paths.popular() } } : section,
)

const fresh = (): HomeState => ({
  versions: [
    { version: 1, sections: DEMO, publishedAt: PUBLISHED_AT },
    { version: 0, sections: ORIGINAL, publishedAt: PUBLISHED_AT },
  ],
  previews: [],
})
export const home: HomeState = fresh()
export const resetHome = () => Object.assign(home, fresh())

export function publishHome({ fromVersion, sections }: Schemas['PublishHomeRequest']): HomeVersion {
  const version = { version: fromVersion + 1, sections, publishedAt: new Date().toISOString(), publishedBy: profile.user.id }
  home.versions.unshift(version)
  return version
}

const tokenOf = (number: number) => String(number).padStart(32, '0')
/** The token of the first preview. */
export const FIRST_PREVIEW = tokenOf(1)

export function previewHome({ sections, shownAt }: Schemas['PreviewHomeRequest']): Preview {
  const now = Date.now()
  const token = tokenOf(home.previews.length + 1)
  const preview = { token, expiresAt: new Date(now + HOUR_MS).toISOString(), sections, shownAt: shownAt ?? new Date(now).toISOString() }
  home.previews.push(preview)
  return preview
}

/** Returns undefined if the preview has expired. */
export function homePage(locale: Locale, token: string | null): HomePage | undefined {
  if (!token) return { sections: shownSections(home.versions[0]?.sections ?? [], Date.now(), locale) }
  const preview = home.previews.find((other) => other.token === token && Date.parse(other.expiresAt) > Date.now())
  if (!preview) return undefined
  const { sections, shownAt } = preview
  return { sections: shownSections(sections, Date.parse(shownAt), locale), shownAt }
}

const shownSections = (drafts: HomeSectionDraft[], time: number, locale: Locale) =>
  drafts.filter(({ hidden, schedule }) => !hidden && (!schedule || isWithin(schedule, time))).map((draft) => inOneLanguage(draft, locale))

function isWithin({ showsFrom, showsUntil, everyYear }: HomeSchedule, time: number): boolean {
  const from = showsFrom === undefined ? -Infinity : Date.parse(showsFrom)
  const until = showsUntil === undefined ? Infinity : Date.parse(showsUntil)
  if (!everyYear) return from <= time && time < until
  const [start, end, now] = [from, until, time].map(typedTime) as [string, string, string]
  return isInYearlyPeriod(now, start, end)
}

/** Formats a time in Baku as form fields do. */
const typedTime = (time: number) => shownTime(new Date(time).toISOString())

function inOneLanguage({ kind, title, hero, banner, shelf, tiles }: HomeSectionDraft, locale: Locale): HomeSection {
  const text = (words?: LocalText) => words?.[locale] ?? words?.az ?? ''
  const bannerOf = ({ text: words, action, ...rest }: HomeBannerDraft): HomeBanner => ({ ...rest, text: text(words), action: text(action) })
  return {
    kind,
    title: text(title),
    ...(hero && { hero: bannerOf(hero) }),
    ...(banner && { banner: bannerOf(banner) }),
    ...(shelf && { shelf }),
    tiles: tiles.map(({ label, ...tile }) => ({ ...tile, label: text(label) })),
  }
}
