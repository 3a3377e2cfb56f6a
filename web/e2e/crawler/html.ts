// Parses a page like a crawler that runs no scripts.

type Attributes = Record<string, string>

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

const unescapeHtml = (text: string) => text.replace(/&(\w+|#39|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** Returns the attributes of every `<name …>` element. */
export function tags(html: string, name: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, inside = '']) => attributesIn(inside))
}

const attributesIn = (tag: string): Attributes =>
  Object.fromEntries([...tag.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescapeHtml(value)]))

/** Returns the content of every `<name …>` whose attributes start with `beginning`. */
export const contentsOf = (html: string, name: string, beginning = '') =>
  [...html.matchAll(new RegExp(`<${name}${beginning}[^>]*>([^]*?)</${name}>`, 'g'))].map(([, inside = '']) => inside)

export function titles(html: string) {
  const [head = ''] = contentsOf(html, 'head')
  return contentsOf(head, 'title').map(unescapeHtml)
}

/** Returns all addresses that a page links to, loads, or gives to link previews. */
export function addresses(html: string): string[] {
  const valuesOf = (name: string, attribute: string) => tags(html, name).flatMap((tag) => tag[attribute] ?? [])
  const srcsets = [...valuesOf('link', 'imagesrcset'), ...valuesOf('img', 'srcset')]
  const previews = tags(html, 'meta').filter(({ property }) => property === 'og:url' || property === 'og:image')
  const values = [
    ...valuesOf('a', 'href'),
    ...valuesOf('link', 'href'),
    ...valuesOf('script', 'src'),
    ...valuesOf('img', 'src'),
    ...srcsets.flatMap(addressesInSrcset),
    ...previews.flatMap(({ content }) => content ?? []),
    ...linksInOperatorTexts(html),
  ]
  return values.filter((address) => address !== '' && !address.startsWith('#'))
}

/** Each candidate is an address, a space and a width. */
const addressesInSrcset = (srcset: string) => srcset.split(',').map((candidate) => candidate.trim().split(' ')[0] ?? '')

/** Texts of operators are HTML inside the JSON of the initial state, so their quotes have backslashes. */
function linksInOperatorTexts(html: string): string[] {
  const state = contentsOf(html, 'script', ' type="application/json"')[0] ?? ''
  return [...state.matchAll(/href=\\"([^"\\]*)\\"/g)].map(([, href = '']) => unescapeHtml(href))
}
