import type { Schemas } from '~shared/api/types'
import { card, products, roots, stores } from '../catalogue'
import { correctedOf, fold, productsMatching } from '../listing'
import { state } from '../state'
import { type Rule, ruleProducts, searchRules } from '../search-rules-state'
import { SEARCHES } from '../searches'
import { forStaff, invalid, localeOf, ok, paged, problem } from './responses'
import { on } from './contract'

const POPULAR = { az: ['qızılgül', 'şokolad', 'ətir', 'ad günü'], ru: ['розы', 'шоколад', 'духи'], en: ['roses', 'chocolate', 'perfume'] }
/** For shorter texts, popular searches are suggested. */
const MIN_LETTERS = 2

/** The largest number of suggested products, and of suggestions of each other kind. */
const MAX_PRODUCTS = 6
const MAX_OTHERS = 3

const mostPopular = () => [...products].sort((a, b) => b.popularity - a.popularity).slice(0, MAX_PRODUCTS)

const hasWordStartingWith = (name: string, query: string) =>
  fold(name)
    .split(' ')
    .some((word) => word.startsWith(fold(query)))

const noRule = () => problem(404, 'search_rule_not_found', 'Belə qayda yoxdur')
const isTaken = (text: string, id?: number) => searchRules.rules.some((other) => fold(other.text) === fold(text) && other.id !== id)
const textTaken = () => invalid('text', 'duplicate', 'Bu mətnin qaydası artıq var')

const ruleContent = ({ text, instead, firstProductIds = [] }: Schemas['NewSearchRuleForm']) => ({
  text,
  firstProducts: ruleProducts(firstProductIds),
  changedAt: '2026-12-03T08:00:00Z',
  ...(instead && { instead }),
})

export const searchHandlers = [
  on('get', '/product/suggest', ({ request }) => {
    const locale = localeOf(request)
    const typed = new URL(request.url).searchParams.get('q') ?? ''
    if (typed.length < MIN_LETTERS)
      return ok({
        products: [],
        categories: roots(locale, 0).slice(0, MAX_OTHERS),
        stores: [],
        queries: POPULAR[locale],
        isFallback: false,
      })
    const corrected = correctedOf(typed)
    const query = corrected ?? typed
    const found = productsMatching(query).sort((a, b) => b.popularity - a.popularity)
    const isFallback = found.length === 0
    if (isFallback)
      return ok({
        products: mostPopular().map((raw) => card(raw, locale, state.liked)),
        categories: [],
        stores: [],
        queries: POPULAR[locale],
        isFallback,
      })

    const topCategories = roots(locale).flatMap((root) => [root, ...root.children])
    return ok({
      isFallback,
      products: found.slice(0, MAX_PRODUCTS).map((raw) => card(raw, locale, state.liked)),
      categories: topCategories.filter(({ name }) => hasWordStartingWith(name, query)).slice(0, MAX_OTHERS),
      stores: stores(locale)
        .filter(({ name }) => hasWordStartingWith(name, query))
        .slice(0, MAX_OTHERS),
      queries: [...new Set(found.slice(0, MAX_OTHERS).map((raw) => raw.name[locale].toLowerCase()))],
      ...(corrected && { corrected }),
    })
  }),
  on(
    'get',
    '/admin/search',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      // The shortest period has no searches.
      const inPeriod = query.get('days') === '7' ? [] : SEARCHES
      const { items, meta } = paged(
        request,
        inPeriod.filter(({ empty }) => empty > 0 || !query.has('onlyEmpty')),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'get',
    '/admin/search/rules',
    forStaff(({ request }) => {
      const part = fold(new URL(request.url).searchParams.get('search') ?? '')
      const { items, meta } = paged(
        request,
        searchRules.rules.filter(({ text }) => fold(text).includes(part)),
      )
      return ok(items, meta)
    }),
  ),
  on(
    'post',
    '/admin/search/rules',
    forStaff(async ({ request }) => {
      const form = await request.json()
      if (isTaken(form.text)) return textTaken()
      const rule: Rule = { id: searchRules.nextId++, version: 1, ...ruleContent(form) }
      searchRules.rules = [...searchRules.rules, rule].toSorted((a, b) => a.text.localeCompare(b.text, 'az'))
      return ok(rule)
    }),
  ),
  on(
    'put',
    '/admin/search/rules/{id}',
    forStaff(async ({ request, params }) => {
      const { version, ...form } = await request.json()
      const before = searchRules.rules.find(({ id }) => String(id) === params.id)
      if (!before) return noRule()
      if (before.version !== version) return problem(409, 'search_rule_changed', 'Siz işləyərkən başqası bu qaydanı dəyişib.')
      if (isTaken(form.text, before.id)) return textTaken()
      const rule: Rule = { id: before.id, version: version + 1, ...ruleContent(form) }
      searchRules.rules = searchRules.rules.map((other) => (other.id === rule.id ? rule : other))
      return ok(rule)
    }),
  ),
  on(
    'delete',
    '/admin/search/rules/{id}',
    forStaff(({ params }) => {
      const removed = searchRules.rules.find(({ id }) => String(id) === params.id)
      if (!removed) return noRule()
      searchRules.rules = searchRules.rules.filter((rule) => rule !== removed)
      return ok(removed)
    }),
  ),
  on('post', '/product/search/opened', async ({ request }) => {
    state.opened.push(await request.json())
    return ok({})
  }),
]
