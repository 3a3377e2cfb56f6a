// Parses a page like a crawler that runs no scripts.

type Attributes = Record<string, string>

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

const unescapeHtml = (text: string) => text.replace(/&(\w+|#39|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Returns the attributes of every `<name …>` element. */
export function tags(html: string, name: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, inside = '']) =>
    Object.fromEntries([...inside.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescapeHtml(value)])),
  )
}

/** Returns the content of every `<name …>` whose attributes start with `beginning`. */
export const contentsOf = (html: string, name: string, beginning = '') =>
  [...html.matchAll(new RegExp(`<${name}${beginning}[^>]*>([^]*?)</${name}>`, 'g'))].map(([, inside = '']) => inside)

export const titles = (html: string) => contentsOf(contentsOf(html, 'head')[0] ?? '', 'title').map(unescapeHtml)

/** Returns all addresses that a page links to, loads, or gives to link previews. */
export function addresses(html: string): string[] {
  const valuesOf = (name: string, attribute: string) => tags(html, name).flatMap((tag) => tag[attribute] ?? [])
  const srcsetUrls = [...valuesOf('link', 'imagesrcset'), ...valuesOf('img', 'srcset')].flatMap((set) =>
    set.split(',').map((candidate) => candidate.trim().split(' ')[0] ?? ''),
  )
  const previews = tags(html, 'meta').flatMap(({ property, content }) => (/^og:(url|image)$/.test(property ?? '') ? (content ?? []) : []))
  const values = [
    ...valuesOf('a', 'href'),
    ...valuesOf('link', 'href'),
    ...valuesOf('script', 'src'),
    ...valuesOf('img', 'src'),
    ...srcsetUrls,
    ...previews,
    ...linksInOperatorTexts(html),
  ]
  return values.filter((address) => address !== '' && !address.startsWith('#'))
}

/** Texts of operators are HTML inside the JSON of the initial state, so their quotes have backslashes. */
function linksInOperatorTexts(html: string): string[] {
  const state = contentsOf(html, 'script', ' type="application/json"')[0] ?? ''
  return [...state.matchAll(/href=\\"([^"\\]*)\\"/g)].map(([, href = '']) => unescapeHtml(href))
}
