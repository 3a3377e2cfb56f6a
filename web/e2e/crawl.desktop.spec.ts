import { type APIRequestContext, expect, test } from '@playwright/test'
import { inLocale, type Locale, LOCALES, localeOf } from '~/i18n/locale'
import { paths } from '~/lib/paths'
import { accountWho, signedInByApi } from './accounts'
import { Crawler, type Page } from './crawler/crawler'

// The shop as search engines find it: no browser, no scripts, and every public page in every language.

test.describe.configure({ mode: 'parallel' })

const HREFLANGS = [...LOCALES, 'x-default']
/** What each kind of page says of itself, by the beginning of its path. */
const SAYS: [RegExp, string[]][] = [
  [/^\/$/, ['Organization', 'WebSite']],
  [/^\/kateqoriya\//, ['BreadcrumbList']],
  [/^\/mehsullar\//, ['BreadcrumbList', 'Product']],
  [/^\/magazalar\/./, ['BreadcrumbList', 'OnlineStore']],
  [/^\/faq$/, ['FAQPage']],
  [/^\/elaqe$/, ['ContactPage']],
]
/** Whose pages these are is nobody's business, or there is nothing on them to be found. */
const HIDDEN = [
  paths.cart(),
  paths.cartConfirm(),
  paths.checkout(),
  paths.favourites(),
  paths.signIn(),
  paths.account(),
  paths.orders(),
  paths.notifications(),
  paths.search('buket'),
]
const NOWHERE = [
  '/yoxdur',
  paths.product('yoxdur'),
  paths.category('yoxdur'),
  paths.store('yoxdur'),
  paths.list('yoxdur'),
  '/kampaniya/999999999',
  `${paths.newest()}?page=9999`,
]

const everywhere = (path: string) => LOCALES.map((locale) => inLocale(locale, path) || '/')
const withoutLocale = (path: string) => path.replace(/^\/(ru|en)(?=\/|\?|$)/, '') || '/'
const differences = <T>(what: string, seen: T, wanted: T) =>
  JSON.stringify(seen) === JSON.stringify(wanted) ? [] : [`${what} is ${JSON.stringify(seen)} and not ${JSON.stringify(wanted)}`]

/** What is wrong with a page that is to be found. */
function faultsOf(page: Page, crawler: Crawler): string[] {
  const { path, head, status, structured } = page
  if (status !== 200 || !head) return [`it is answered with ${status}${page.location ? ` to ${page.location}` : ''}`]
  const others = Object.fromEntries(Object.entries(head.alternates).map(([language, address]) => [language, crawler.pathOf(address)]))
  const own = withoutLocale(path)
  const says = SAYS.find(([beginning]) => beginning.test(own))?.[1] ?? []
  return [
    ...differences('its language', head.language, localeOf(path)),
    ...differences('its number of titles', head.titles.filter((title) => title.trim() !== '').length, 1),
    ...differences('its number of descriptions', head.descriptions.filter((text) => text.trim() !== '').length, 1),
    ...differences(
      'its canonical',
      head.canonicals.map((address) => crawler.pathOf(address)),
      [path],
    ),
    ...(head.isIndexed ? [] : ['it does not want to be found']),
    ...differences('its hreflangs', Object.keys(others), HREFLANGS),
    ...LOCALES.flatMap((locale) => differences(`its address in ${locale}`, others[locale], inLocale(locale, own) || '/')),
    ...differences('its address in no language', others['x-default'], own),
    ...says.filter((type) => !structured.types.includes(type)).map((type) => `it says nothing of the type ${type}`),
    ...structured.faults,
  ]
}

const asLines = (faults: [string, string[]][]) => faults.flatMap(([path, all]) => all.map((fault) => `${path}: ${fault}`)).slice(0, 40)

test('every public page is found, says what it is, and leads nowhere in vain', async ({ baseURL, request }) => {
  test.setTimeout(360_000)
  const crawler = await Crawler.arrive(baseURL ?? '')
  const [mapped, homes] = [[...crawler.mapped.keys()], everywhere('/')]
  await crawler.walk([...homes, ...mapped])
  const pages = [...crawler.pages.values()]

  const isForbidden = (path: string) => crawler.forbidden.some((beginning) => path.startsWith(beginning))
  expect(mapped.filter(isForbidden), 'what the sitemap names is allowed').toEqual([])
  expect(homes.filter((home) => !crawler.mapped.has(home))).toEqual([])
  const faults = mapped.map((path): [string, string[]] => [path, faultsOf(crawler.pages.get(path) as Page, crawler)])
  expect(asLines(faults)).toEqual([])

  // Whom a page calls its other languages, those call it so too; the sitemap says the same.
  const strange = mapped.flatMap((path): [string, string[]][] => {
    const own = crawler.pages.get(path)?.head?.alternates
    const others = Object.values(own ?? {}).flatMap((address) => crawler.pathOf(address) ?? [])
    const told = others.map((other) => differences(`what ${other} says`, crawler.pages.get(other)?.head?.alternates, own))
    return [[path, [...told.flat(), ...differences('what the sitemap says', crawler.mapped.get(path), own)]]]
  })
  expect(asLines(strange)).toEqual([])

  const broken = pages.filter(({ status }) => status !== 200).map(({ path, status }) => `${path}: ${status}`)
  expect(broken.slice(0, 40), 'every address that a page names is there').toEqual([])
  // Campaigns come and go within days: their stores lead to them, and a map that is read once a week does not.
  const isLasting = (path: string) => !path.includes('?') && !withoutLocale(path).startsWith(paths.campaign(''))
  const lost = pages.filter(({ head, path }) => head?.isIndexed && isLasting(path) && !crawler.mapped.has(path)).map(({ path }) => path)
  expect(lost, 'what wants to be found is in the sitemap').toEqual([])
  expect(asLines(pages.map(({ path, structured }) => [path, structured.faults]))).toEqual([])

  for (const [kind, api] of [
    ['mehsullar', '/product/all?perPage=1'],
    ['magazalar', '/store/all?perPage=1'],
  ] as const) {
    const { meta } = (await (await request.get(`/api/v1${api}`)).json()) as { meta: { total: number } }
    const found = mapped.filter((path) => withoutLocale(path).startsWith(`/${kind}/`))
    expect(found.length, `all ${kind} in all languages`).toBe(meta.total * LOCALES.length)
  }
})

const look = async (baseURL: string | undefined, path: string) => (await Crawler.arrive(baseURL ?? '')).visit(path)

test('what is one person’s, or only found by searching, is not kept', async ({ baseURL }) => {
  const crawler = await Crawler.arrive(baseURL ?? '')
  const seen = await Promise.all(HIDDEN.flatMap(everywhere).map((path) => crawler.visit(path)))
  expect(seen.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([])
  expect(seen.filter(({ head }) => head?.isIndexed !== false).map(({ path }) => path)).toEqual([])
  expect(seen.filter(({ path }) => crawler.mapped.has(path)).map(({ path }) => path)).toEqual([])
})

test('what is not there is a 404 in every language, and not kept', async ({ baseURL }) => {
  const crawler = await Crawler.arrive(baseURL ?? '')
  const seen = await Promise.all(NOWHERE.flatMap(everywhere).map((path) => crawler.visit(path)))
  expect(
    seen.filter(({ status, head }) => status !== 404 || head?.isIndexed !== false).map(({ path, status }) => `${path}: ${status}`),
  ).toEqual([])
})

test('a list that is narrowed or sorted is the same list, and its later pages are pages of their own', async ({ baseURL, request }) => {
  const crawler = await Crawler.arrive(baseURL ?? '')
  const tree = (await (await request.get('/api/v1/category/all/tree')).json()) as { data: { slug: string; productCount: number }[] }
  const [big] = tree.data.toSorted((a, b) => b.productCount - a.productCount)
  const list = paths.category(big?.slug ?? '')
  for (const [asked, original] of [
    [`${list}?sort=price_asc`, list],
    [`${list}?minPrice=100&page=1`, list],
    [`${list}?utm_source=mail`, list],
    [`${list}?page=2`, `${list}?page=2`],
  ] as const)
    for (const locale of LOCALES) {
      const { head } = await crawler.visit(inLocale(locale, asked))
      expect(
        head?.canonicals.map((address) => crawler.pathOf(address)),
        asked,
      ).toEqual([inLocale(locale, original)])
    }
})

/** The first product, by its id and by its name. */
async function anyProduct(request: APIRequestContext) {
  const answer = await request.get('/api/v1/product/all?perPage=1')
  const { data } = (await answer.json()) as { data: { products: { id: number; slug: string }[] } }
  return data.products[0] as { id: number; slug: string }
}

test('old addresses lead to the new ones for good, in the language they were asked in', async ({ baseURL, request }) => {
  const { id, slug } = await anyProduct(request)
  const session = await signedInByApi(request, accountWho('operator'))
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const [from, to] = [paths.product(`kohne-ad-${Date.now()}`), paths.product(slug)]
  const saved = await request.put('/api/v1/admin/seo/redirects', { headers, data: { from, to, status: 301 } })
  expect(saved.status(), await saved.text()).toBe(200)
  const seen = async (path: string, locale: Locale) => {
    const { status, location } = await look(baseURL, inLocale(locale, path))
    return [status, location]
  }
  for (const locale of LOCALES) {
    expect(await seen(from, locale)).toEqual([301, inLocale(locale, to)])
    expect(await seen(paths.product(String(id)), locale)).toEqual([301, inLocale(locale, to)])
  }
  expect(await seen('/az/sebet', 'az')).toEqual([301, '/sebet'])
  await request.delete('/api/v1/admin/seo/redirects', { headers, data: { from } })
})
