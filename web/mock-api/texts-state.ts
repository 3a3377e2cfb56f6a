// The texts of content pages. Version 0 of a text is the original, which was never published.
import type { ContentPage, ContentVersion, Schemas } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { pageOf } from './content'

type Published = Schemas['PublishContentRequest']

interface TextsState {
  /** The newest version is first. */
  published: ContentVersion[]
}

const fresh = (): TextsState => ({ published: [] })
export const texts: TextsState = fresh()
export const resetTexts = () => Object.assign(texts, fresh())

export const TEXTS = ['privacy', 'delivery', 'bonuses', 'faq', 'help', 'payment', 'terms']
/** The values of placeholders such as `{{company}}`. */
const PLACEHOLDERS: Record<string, string> = {
  company: 'Sovqat MMC',
  taxNumber: '0000000000',
  address: 'Bakı, Nizami küçəsi 1',
  email: 'salam@sovqat.az',
  phone: '+994123101010',
}

const markdownOf = ({ sections }: ContentPage) =>
  sections.map(({ id, title, html }) => `## ${title} {#${id}}\n\n${html.replaceAll(/<[^>]*>/g, '')}`).join('\n\n')

function originalText(page: string, language: Locale): ContentVersion | undefined {
  const current = pageOf(page, language)
  return current && { page, language, version: 0, title: current.title, markdown: markdownOf(current), publishedAt: current.updatedAt }
}

/** The newest version is first. */
export function versionsOf(page: string, language: string): ContentVersion[] | undefined {
  const oldest = LOCALES.includes(language as Locale) ? originalText(page, language as Locale) : undefined
  return oldest && [...texts.published.filter((version) => version.page === page && version.language === language), oldest]
}

export function publish({ fromVersion, ...text }: Published): ContentVersion {
  const version = { ...text, version: fromVersion + 1, publishedAt: new Date().toISOString() }
  texts.published.unshift(version)
  return version
}

export const hasUnknownPlaceholder = (markdown: string) =>
  [...markdown.matchAll(/\{\{(\w*)/g)].some(([, name]) => !PLACEHOLDERS[name ?? ''])

/** The service supports more of Markdown. */
export function renderText({ page, title, markdown }: Pick<Published, 'page' | 'title' | 'markdown'>): ContentPage {
  const filled = markdown.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => PLACEHOLDERS[name] ?? '').replaceAll('<', '&lt;')
  const html = filled
    .split(/\n{2,}/)
    .map((block) => {
      const heading = /^(#{2,3}) (.*?)(?: \{#[\w-]+\})?$/.exec(block)
      return heading ? `<h${heading[1]?.length}>${heading[2]}</h${heading[1]?.length}>` : `<p>${block}</p>`
    })
    .join('')
  return { page, title, html, sections: [], version: 0, updatedAt: new Date().toISOString() }
}
