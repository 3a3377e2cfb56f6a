// The versions of the text pages (FAQ, terms, …) in the mock API. Version 0 is the original text, which was never published.
import type { ContentPage, ContentVersion, Schemas } from '~shared/api/types'
import { type Locale, LOCALES } from '~shared/i18n/locale'
import { pageOf } from './content'

type Published = Schemas['PublishContentRequest']

/** The versions that operators have published, newest first. */
interface TextsState {
  published: ContentVersion[]
}

const fresh = (): TextsState => ({ published: [] })
export const texts: TextsState = fresh()
export const resetTexts = () => Object.assign(texts, fresh())

/** The names of the text pages. */
export const TEXTS = ['privacy', 'delivery', 'bonuses', 'faq', 'help', 'payment', 'terms']
/** What `{{name}}` in a text is replaced by. */
const PLACEHOLDERS: Record<string, string> = {
  company: 'Sovqat MMC',
  taxNumber: '0000000000',
  address: 'Bakı, Nizami küçəsi 1',
  email: 'salam@sovqat.az',
  phone: '+994123101010',
}

/** Converts a page to Markdown, by removing the tags of its HTML. */
const markdownOf = ({ sections }: ContentPage) =>
  sections.map(({ id, title, html }) => `## ${title} {#${id}}\n\n${html.replaceAll(/<[^>]*>/g, '')}`).join('\n\n')

/** Returns the text before the first publication. */
function originalText(page: string, language: Locale): ContentVersion | undefined {
  const current = pageOf(page, language)
  return current && { page, language, version: 0, title: current.title, markdown: markdownOf(current), publishedAt: current.updatedAt }
}

/** Returns the versions of a text, newest first, or undefined for an unknown page or language. */
export function versionsOf(page: string, language: string): ContentVersion[] | undefined {
  const oldest = LOCALES.includes(language as Locale) ? originalText(page, language as Locale) : undefined
  return oldest && [...texts.published.filter((version) => version.page === page && version.language === language), oldest]
}

/** Stores a text as the next version. */
export function publish({ fromVersion, ...text }: Published): ContentVersion {
  const version = { ...text, version: fromVersion + 1, publishedAt: new Date().toISOString() }
  texts.published.unshift(version)
  return version
}

/** Whether the text has a placeholder, `{{name}}`, that cannot be filled in. */
export const hasUnknownPlaceholder = (markdown: string) =>
  [...markdown.matchAll(/\{\{(\w*)/g)].some(([, name]) => !PLACEHOLDERS[name ?? ''])

/** Renders headings and paragraphs. The service supports more of Markdown. */
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
