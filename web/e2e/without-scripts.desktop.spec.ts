// Tests what a crawler gets. The tests only send HTTP requests, but need the built web app, so they are not in Rust.

import { type APIRequestContext, expect, test } from '@playwright/test'
import { inLocale, LOCALES } from '~shared/i18n/locale'
import { paths } from '~shared/lib/paths'
import az from '../locales/az/installed.json' with { type: 'json' }
import en from '../locales/en/installed.json' with { type: 'json' }
import ru from '../locales/ru/installed.json' with { type: 'json' }
import { runningCampaign } from './campaigns'
import { findCatalogue } from './catalogue'
import { languagesFor } from './coverage'
import { addresses, contentsOf, tags } from './crawler/html'
import type { PageStates } from './page-state'
import { catalogueStates, guestStates } from './states'

const INSTALLED_TEXTS = { az, ru, en }

/** The number of requests at once. Under more load, the gateway sends pages without first HTML. */
const CONCURRENCY = 2

test.describe('the first HTML', () => {
  test.skip(process.env.RENDER === 'off', 'the gateway renders no first HTML')

  test('has a heading, prices and links to products in every language', async ({ request }) => {
    const { big, plain } = await findCatalogue(request)
    for (const locale of LOCALES)
      for (const path of [paths.home(), paths.category(big.slug), paths.product(plain.slug)]) {
        const address = inLocale(locale, path) || '/'
        const html = await (await request.get(address)).text()
        expect(html, address).toContain('<div id="root" data-rendered=')

        const [main = ''] = contentsOf(html, 'main')
        const headings = contentsOf(main, 'h1').map((inside) => inside.replace(/<[^>]*>/g, '').trim())
        expect(headings, address).toEqual([expect.stringMatching(/./)])
        expect(main, address).toMatch(/\d[.,]\d\d\s₼/)
        const products = tags(main, 'a').filter(({ href = '' }) => href.startsWith(inLocale(locale, paths.product(''))))
        if (path !== paths.product(plain.slug)) expect(products.length, `${address} lists products`).toBeGreaterThan(3)
      }
  })

  test('links to no dead address on any kind of page', async ({ request }) => {
    test.slow()
    const states: PageStates = {
      ...catalogueStates(await findCatalogue(request), await runningCampaign(request)),
      ...guestStates,
      sale: paths.sale(),
      popular: paths.popular(),
    }
    // Not-found pages contain their own address.
    const foundPages = Object.entries(states).filter(([, state]) => typeof state === 'string' || (state.status ?? 200) === 200)
    const pages = foundPages.flatMap(([kind, state]) =>
      languagesFor(kind).map((locale) => inLocale(locale, typeof state === 'string' ? state : state.path) || '/'),
    )
    const origin = await readOrigin(request)
    /** For each linked path, the first page that links to it. */
    const pageByPath = new Map<string, string>()
    await inParallel(pages, async (page) => {
      for (const address of addresses(await (await request.get(page)).text())) {
        const path = pathOf(address, origin)
        if (path !== undefined && !pageByPath.has(path)) pageByPath.set(path, page)
      }
    })
    expect(pageByPath.size, 'the pages have their links').toBeGreaterThan(200)

    const deadLinks: string[] = []
    await inParallel([...pageByPath], async ([path, page]) => {
      const status = (await request.head(path, { maxRedirects: 0 })).status()
      if (status !== 200) deadLinks.push(`${path} on ${page}: ${status}`)
    })
    expect(deadLinks).toEqual([])
  })
})

for (const locale of LOCALES)
  test(`the manifest in ${locale} has the icons required for installing`, async ({ request }) => {
    const manifest = (await (await request.get(`/manifest-${locale}.webmanifest`)).json()) as Manifest
    expect(manifest).toMatchObject({
      name: INSTALLED_TEXTS[locale].name,
      lang: locale,
      display: 'standalone',
      start_url: inLocale(locale, '/'),
    })
    expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
  })

interface Manifest {
  name: string
  icons: { src: string; sizes: string; purpose: string }[]
}

/** Returns the public origin of the shop, which may differ from the one that the tests use. */
async function readOrigin(request: APIRequestContext): Promise<string> {
  const robots = await (await request.get('/robots.txt')).text()
  const sitemap = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? ''
  return new URL(sitemap).origin
}

/** Returns undefined for an address of another site. */
function pathOf(address: string, origin: string): string | undefined {
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
