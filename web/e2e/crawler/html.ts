// Parses a page like a crawler without scripts, from the HTML that the gateway sent.

type Attributes = Record<string, string>

/** The HTML entities that the gateway writes, with the characters that they stand for. */
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

/** Returns the `title` elements in the head of a page. */
export const titles = (html: string) => contentsOf(contentsOf(html, 'head')[0] ?? '', 'title').map(unescapeHtml)

/** Returns every URL in a page: links, files, pictures in all widths, previews, and links in texts of operators. */
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

/** Returns the links in texts of operators, which are HTML inside the initial state of the app. */
function linksInOperatorTexts(html: string): string[] {
  const state = contentsOf(html, 'script', ' type="application/json"')[0] ?? ''
  return [...state.matchAll(/href=\\"([^"\\]*)\\"/g)].map(([, href = '']) => unescapeHtml(href))
}
