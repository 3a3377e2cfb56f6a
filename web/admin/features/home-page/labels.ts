// The names of sections of the home page, and the labels of the inputs of the form for its summary of errors.
import { textIn } from '~admin/lib/local-text'
import { inLanguage } from '~admin/ui/language-fields'
import type { HomeSectionDraft, LocalText } from '~shared/api/types'
import type { Translate } from '~shared/i18n/context'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { hasBanner, hasTiles, hasTitle } from './kinds'
import type { SectionValues } from './values'

/** Returns for example `3. Banner: Novruz`. The number keeps the names of sections apart. */
export function sectionName(t: Translate, locale: Locale, { kind, title }: Pick<HomeSectionDraft, 'kind' | 'title'>, index: number) {
  const text = title && textIn(locale, title).trim()
  return `${index + 1}. ${t(`adminHome.kind.${kind}`)}${text ? `: ${text}` : ''}`
}

/** An empty label is replaced by the number of the tile. */
export const tileName = (t: Translate, locale: Locale, label: LocalText, index: number) =>
  textIn(locale, label).trim() || t('adminHome.tile.one', { number: index + 1 })

type Label = 'title' | 'text' | 'action' | 'link' | 'picture' | 'tone' | 'label'

function sectionLabels(t: Translate, locale: Locale, section: SectionValues): [field: string, label: string][] {
  const { kind, tiles } = section
  const plain = (name: Label, path = ''): [string, string][] => [[path + name, t(`adminHome.label.${name}`)]]
  const texts = (name: Label, path = '') =>
    LOCALES.map((language): [string, string] => [`${path}${name}.${language}`, inLanguage(t(`adminHome.label.${name}`), language)])
  const tileLabels = tiles.flatMap(({ label }, index) => {
    const path = `tiles.${index}.`
    const inputs = [...texts('label', path), ...plain('link', path), ...plain('picture', path), ...plain('tone', path)]
    return inputs.map(([field, text]): [string, string] => [field, `${tileName(t, locale, label, index)}, ${text}`])
  })
  return [
    ['kind', t('adminHome.label.kind')],
    ...(hasTitle(kind) ? texts('title') : []),
    ...(hasBanner(kind) ? [...texts('text'), ...texts('action'), ...plain('link'), ...plain('picture'), ...plain('tone')] : []),
    ['source', t('adminHome.label.source')],
    ['category', t('adminHome.label.category')],
    ['products', t('adminHome.label.products')],
    ['tiles', t('adminHome.label.tiles')],
    ...(hasTiles(kind) ? tileLabels : []),
    ['from', t('adminHome.label.from')],
    ['until', t('adminHome.label.until')],
    ['isYearly', t('adminHome.label.everyYear')],
  ]
}

/** Returns the labels of all inputs of the sections, in the order of the page. */
export const labelsOfSections = (t: Translate, locale: Locale, sections: SectionValues[]) =>
  Object.fromEntries(
    sections.flatMap((section, index) =>
      sectionLabels(t, locale, section).map(([field, label]) => [
        `sections.${index}.${field}`,
        `${sectionName(t, locale, section, index)}, ${label}`,
      ]),
    ),
  )

/** Returns the texts that exist in Azerbaijani. */
const textsOf = ({ kind, title, text, action, tiles }: SectionValues): LocalText[] =>
  [
    ...(hasTitle(kind) ? [title] : []),
    ...(hasBanner(kind) ? [text, action] : []),
    ...(hasTiles(kind) ? tiles.map(({ label }) => label) : []),
  ].filter(({ az }) => az.trim() !== '')

/** Returns a text, of which only the languages matter. It lacks each language that one of the section's texts lacks. */
export const commonText = (section: SectionValues): LocalText => {
  const texts = textsOf(section)
  const has = (language: Locale) => texts.every((text) => text[language]?.trim())
  return { az: 'az', ...(has('ru') && { ru: 'ru' }), ...(has('en') && { en: 'en' }) }
}
