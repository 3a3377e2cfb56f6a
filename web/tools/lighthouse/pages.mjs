// Which pages are judged: every kind that guests see, as routes.json has them, and the one for what is not there. A new kind with a
// subject has to name an example here.
import { readFileSync } from 'node:fs'
import { ask } from './shop.mjs'

const { routes } = JSON.parse(readFileSync(new URL('../../routes.json', import.meta.url), 'utf8'))

/** Guests see these as well, though they ask for nothing before they are there. */
const ALSO = ['/sebet', '/beyendiklerim', '/giris', '/bildiris/imtina']
/** Most visits begin on these, and so they have to be fast. */
const FAST = ['home', 'category', 'product']

const EXAMPLES = {
  // The one with the longest list.
  '/kateqoriya/{slug}': async () => (await ask('/category/all/tree')).toSorted((a, b) => b.productCount - a.productCount)[0]?.slug,
  '/mehsullar/{slug}': async () => (await ask('/product/all?sort=popular')).products[0]?.slug,
  '/axtaris/{text}': () => 'buket',
  '/magazalar/{slug}': async () => (await ask('/store/all?sort=popular')).stores[0]?.slug,
  '/kampaniya/{id}': runningCampaign,
  '/siyahi/{slug}': (list) => list.slug,
}

/** `list` is the blogger's that is looked at. */
export async function publicPages(list) {
  const ofRoutes = routes
    .filter(({ pattern, need }) => need !== null || ALSO.includes(pattern))
    .map(async ({ pattern, need, seo, index }) => ({
      name: need ?? seo.replace(/-page$/, ''),
      path: await filled(pattern, list),
      isIndexed: index,
      isThere: true,
      isFast: FAST.includes(need),
    }))
  const nowhere = { name: 'not found', path: '/yoxdur', isIndexed: false, isThere: false, isFast: false }
  return [...(await Promise.all(ofRoutes)), nowhere]
}

async function filled(pattern, list) {
  const [hole] = /\{\w+\}/.exec(pattern) ?? []
  if (!hole) return pattern
  const example = await EXAMPLES[pattern]?.(list)
  if (!example) throw new Error(`there is no example of ${pattern} to look at`)
  return pattern.replace(hole, encodeURIComponent(example))
}

async function runningCampaign() {
  const { stores } = await ask('/store/all?sort=popular')
  for (const { slug } of stores) {
    const campaigns = await ask(`/store/${slug}/campaigns/`)
    const [first] = Array.isArray(campaigns) ? campaigns : campaigns.campaigns
    if (first) return String(first.id)
  }
}
