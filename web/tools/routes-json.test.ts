// The gateway knows the pages from routes.json, which must match the routers and queries of the app.
import { existsSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import { CARD_SIZES, GALLERY_SIZES, HERO_SIZES } from '~/lib/picture-sizes'
import { pageQueries } from '~/routes/page-queries'
import type { PageQueries, PageContext } from '~shared/frame/loading'
import contract from '../routes.json'
import { routes as adminRoutes } from '~admin/router'
import { routes as shopRoutes } from '~/app/routes'

/** A query in routes.json. README.md explains its members. */
interface Template {
  path: string
  query?: Record<string, string>
  pass?: string[]
  deferred?: boolean
}

const PARAMS = { slug: 'any-slug', text: 'any text', id: '7' }
const PAGE = '3'

const VALUES: Record<string, string> = { ...PARAMS, page: PAGE }
/** Replaces each `{name}` by the value of the tested address. */
const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => VALUES[name] ?? placeholder)

/** Returns the query key that the gateway builds from a template. */
function keyOf({ path, query = {}, pass = [] }: Template, search: URLSearchParams) {
  const passed = [...search].filter(([name]) => pass.includes(name) || (name.startsWith('fields[') && pass.includes('fields[*]')))
  const own = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, fill(value)]))
  const params = { ...own, ...Object.fromEntries(passed) }
  const sorted = Object.fromEntries(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))
  return ['GET', fill(path), Object.keys(sorted).length > 0 ? sorted : null, 'az']
}

const asText = (keys: readonly (readonly unknown[])[]) => keys.map((key) => JSON.stringify(key))

/** Returns the paths of all pages of a router. */
const patterns = (objects: RouteObject[], above = ''): string[] =>
  objects.flatMap((route) => {
    const here = route.path ? `${above}/${route.path}` : above
    if (route.children) return patterns(route.children, here)
    return here.endsWith('*') ? [] : [here.replaceAll(/:(\w+)/g, '{$1}') || '/']
  })

const contextOf = (search: string): PageContext => ({ locale: 'az', params: PARAMS, search: new URLSearchParams(search) })

const SEARCHES = [
  `page=${PAGE}`,
  `page=${PAGE}&sort=price_asc&minPrice=100&maxPrice=900&discounted=true&inStock=true&rating=4&fields[color]=red,pink&preview=some-token&utm_source=x`,
]

describe('routes.json matches the loaders', () => {
  it('contains every page of both routers', () => {
    const context = { client: new QueryClient(), locale: 'az' } as const
    const patternsOf = (app: string) => contract.routes.filter((route) => (route.app ?? 'shop') === app).map(({ pattern }) => pattern)
    expect(patternsOf('shop').sort()).toEqual(patterns(shopRoutes(context)).sort())
    expect(patternsOf('admin').sort()).toEqual(patterns(adminRoutes(context)).sort())
  })

  it("contains the layout's queries", () => {
    expect(contract.layout.map((query) => keyOf(query, new URLSearchParams()))).toEqual(
      pageQueries.layout(contextOf('')).critical.map(({ queryKey }) => queryKey),
    )
  })

  it('contains the LCP picture and its width', () => {
    const sizesOf = (pattern: string) => contract.routes.find((route) => route.pattern === pattern)?.picture?.sizes
    expect([sizesOf('/'), sizesOf('/kateqoriya/{slug}'), sizesOf('/mehsullar/{slug}')]).toEqual([HERO_SIZES, CARD_SIZES, GALLERY_SIZES])
  })

  it.each(contract.routes)('$pattern', ({ need, queries, entry }) => {
    expect(existsSync(entry)).toBe(true)
    const templates = queries as Template[]
    for (const search of SEARCHES) {
      const context = contextOf(search)
      const { critical = [], deferred = [] }: PageQueries = need ? pageQueries[need as keyof typeof pageQueries](context) : {}
      const gatewayKeys = (wanted: Template[]) => asText(wanted.map((query) => keyOf(query, context.search)))
      // As texts, because the gateway needs the same order of names in a key.
      expect(gatewayKeys(templates.filter((query) => !query.deferred))).toEqual(asText(critical.map(({ queryKey }) => queryKey)))
      expect(gatewayKeys(templates.filter((query) => query.deferred))).toEqual(asText(deferred.map(({ queryKey }) => queryKey)))
    }
  })
})
