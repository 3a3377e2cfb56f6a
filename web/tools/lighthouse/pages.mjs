// The pages that Lighthouse judges, from routes.json.
import { readFileSync } from 'node:fs'
import { fetchData } from './shop.mjs'

const { routes } = JSON.parse(readFileSync(new URL('../../routes.json', import.meta.url), 'utf8'))

/** These pages have no `need` in routes.json, because they load nothing in advance. */
const WITHOUT_NEED = ['/sebet', '/beyendiklerim', '/giris', '/bildiris/imtina']
/** Most visits begin on these pages. */
const FAST = ['home', 'category', 'product']

const NOT_FOUND = { name: 'not found', pattern: '/yoxdur', isIndexed: false, isThere: false, isFast: false }
export const PAGES = [
  ...routes
    .filter(({ pattern, need }) => need !== null || WITHOUT_NEED.includes(pattern))
    .map(({ pattern, need, seo, index }) => ({
      name: need ?? seo.replace(/-page$/, ''),
      pattern,
      isIndexed: index,
      isThere: true,
      isFast: FAST.includes(need),
    })),
  NOT_FOUND,
]

/** Each function finds a value for the parameter of its path. */
const EXAMPLES = {
  '/kateqoriya/{slug}': async () => (await fetchData('/category/all/tree')).toSorted((a, b) => b.productCount - a.productCount)[0]?.slug,
  '/mehsullar/{slug}': async () => (await fetchData('/product/all?sort=popular')).products[0]?.slug,
  '/axtaris/{text}': () => 'buket',
  '/magazalar/{slug}': async () => (await fetchData('/store/all?sort=popular'))[0]?.slug,
  '/kampaniya/{id}': runningCampaign,
  '/siyahi/{slug}': (list) => list.slug,
}

/** `list` is a blogger's list to visit. */
export async function pathOf({ pattern }, list) {
  const [placeholder] = /\{\w+\}/.exec(pattern) ?? []
  if (!placeholder) return pattern
  const example = await EXAMPLES[pattern]?.(list)
  if (!example) throw new Error(`there is no example of ${pattern} to visit`)
  return pattern.replace(placeholder, encodeURIComponent(example))
}

async function runningCampaign() {
  for (const { slug } of await fetchData('/store/all?sort=popular')) {
    const [campaign] = await fetchData(`/store/${slug}/campaigns/`)
    if (campaign) return String(campaign.id)
  }
}
