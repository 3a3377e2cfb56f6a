// The pages that Lighthouse judges: every kind of page that guests see, from routes.json, and the not-found page. A new kind of page whose
// address contains a parameter, such as a slug, needs an example here.
import { readFileSync } from 'node:fs'
import { fetchData } from './shop.mjs'

const { routes } = JSON.parse(readFileSync(new URL('../../routes.json', import.meta.url), 'utf8'))

/** Pages for guests that have no `need` in routes.json, because they load nothing in advance. */
const WITHOUT_NEED = ['/sebet', '/beyendiklerim', '/giris', '/bildiris/imtina']
/** Pages on which most visits begin, so they must be fast. */
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

/** Functions that find a value for the parameter of an address. */
const EXAMPLES = {
  // This is the category with the most products.
  '/kateqoriya/{slug}': async () => (await fetchData('/category/all/tree')).toSorted((a, b) => b.productCount - a.productCount)[0]?.slug,
  '/mehsullar/{slug}': async () => (await fetchData('/product/all?sort=popular')).products[0]?.slug,
  '/axtaris/{text}': () => 'buket',
  '/magazalar/{slug}': async () => (await fetchData('/store/all?sort=popular'))[0]?.slug,
  '/kampaniya/{id}': runningCampaign,
  '/siyahi/{slug}': (list) => list.slug,
}

/** Returns the path of a page, with an example for its parameter and without language. `list` is a blogger's list to visit. */
export async function pathOf({ pattern }, list) {
  const [placeholder] = /\{\w+\}/.exec(pattern) ?? []
  if (!placeholder) return pattern
  const example = await EXAMPLES[pattern]?.(list)
  if (!example) throw new Error(`there is no example of ${pattern} to visit`)
  return pattern.replace(placeholder, encodeURIComponent(example))
}

/** Returns the id of a campaign (a discount of a store for a time), or undefined if no store has one. */
async function runningCampaign() {
  for (const { slug } of await fetchData('/store/all?sort=popular')) {
    const [campaign] = await fetchData(`/store/${slug}/campaigns/`)
    if (campaign) return String(campaign.id)
  }
}
