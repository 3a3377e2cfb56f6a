// A page as whoever runs no scripts reads it: the text as it came, and nothing that the app would make of it.

export type Attributes = Record<string, string>

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

export const unescaped = (text: string) => text.replace(/&(\w+|#39|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)

/** The attributes of every `<name …>`. */
export function tags(html: string, name: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, inside = '']) =>
    Object.fromEntries([...inside.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)])),
  )
}

/** What stands inside of every `<name …>` whose attributes begin so. */
export const insides = (html: string, name: string, beginning = '') =>
  [...html.matchAll(new RegExp(`<${name}${beginning}[^>]*>([^]*?)</${name}>`, 'g'))].map(([, inside = '']) => inside)

export interface Head {
  language: string
  titles: string[]
  descriptions: string[]
  canonicals: string[]
  isIndexed: boolean
  /** Where the page is in other languages, by hreflang. */
  alternates: Record<string, string>
  /** Each block of JSON-LD as it came. */
  structured: string[]
}

export function readHead(html: string): Head {
  const head = insides(html, 'head')[0] ?? ''
  const named = (name: string) =>
    tags(head, 'meta')
      .filter((meta) => meta.name === name)
      .map(({ content = '' }) => content)
  const links = (rel: string) => tags(head, 'link').filter((link) => link.rel === rel)
  return {
    language: tags(html, 'html')[0]?.lang ?? '',
    titles: insides(head, 'title').map(unescaped),
    descriptions: named('description'),
    canonicals: links('canonical').map(({ href = '' }) => href),
    isIndexed: !named('robots').some((line) => line.includes('noindex')),
    alternates: Object.fromEntries(links('alternate').map(({ hreflang = '', href = '' }) => [hreflang, href])),
    structured: insides(html, 'script', ' type="application/ld\\+json"'),
  }
}

/** Every address a page names: links, files, pictures in all their widths, previews. */
export function addresses(html: string): string[] {
  const of = (name: string, attribute: string) => tags(html, name).flatMap((tag) => tag[attribute] ?? [])
  const sets = [...of('link', 'imagesrcset'), ...of('img', 'srcset')].flatMap((set) =>
    set.split(',').map((one) => one.trim().split(' ')[0] ?? ''),
  )
  const previews = tags(html, 'meta').flatMap(({ property, content }) => (/^og:(url|image)$/.test(property ?? '') ? (content ?? []) : []))
  const all = [
    ...of('a', 'href'),
    ...of('link', 'href'),
    ...of('script', 'src'),
    ...of('img', 'src'),
    ...sets,
    ...previews,
    ...written(html),
  ]
  return all.filter((address) => address !== '' && !address.startsWith('#'))
}

/** Links in the texts that the page begins with: what operators write is HTML within its state. */
function written(html: string): string[] {
  const state = insides(html, 'script', ' type="application/json"')[0] ?? ''
  return [...state.matchAll(/href=\\"([^"\\]*)\\"/g)].map(([, href = '']) => unescaped(href))
}
