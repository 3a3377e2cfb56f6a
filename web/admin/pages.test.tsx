import { Outlet } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { LOCALES } from '~shared/i18n/locale'
import { OWNER } from '~mock/profile-state'
import { signIn } from '~mock/sign-in'
import { type PageState, visit, setUpVisits } from '~mock/visit'
import { adminPaths } from './paths'
import { routes } from './router'

// Browser tests check each page in one language. These check names, labels, roles and headings in all three.

const PAGES = {
  home: { path: adminPaths.home() },
  orders: { path: adminPaths.orders() },
  order: { path: adminPaths.order('SQ-7K4M-29') },
  'courier sheet': { path: adminPaths.courierSheet('SQ-7K4M-29') },
  refunds: { path: adminPaths.refunds() },
  cashouts: { path: adminPaths.cashouts() },
  auditor: { path: adminPaths.auditor() },
  campaigns: { path: adminPaths.campaigns() },
  'new campaign': { path: adminPaths.newCampaign() },
  promos: { path: adminPaths.promos() },
  'new promo': { path: adminPaths.newPromo() },
  'promo with a trial': { path: adminPaths.promo('1'), last: '#trial' },
  letters: { path: adminPaths.tickets() },
  texts: { path: adminPaths.texts() },
  text: { path: adminPaths.text('faq') },
  seo: { path: adminPaths.seo() },
  redirects: { path: adminPaths.redirects() },
  robots: { path: adminPaths.robots() },
  settings: { path: adminPaths.settings() },
  office: { path: adminPaths.seller() },
  rules: { path: adminPaths.rules() },
  reviews: { path: adminPaths.reviews() },
  staff: { path: adminPaths.staff() },
  invitation: { path: adminPaths.invitation('A'.repeat(43)) },
} satisfies Record<string, PageState>

setUpVisits()

/** Removes the layout, which doubles the time that axe takes. */
const withoutLayout: typeof routes = (context) => routes(context).map((route) => (route.children ? { ...route, Component: Main } : route))
const Main = () => (
  <main>
    <Outlet />
  </main>
)

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => signIn(OWNER))

  it('axe finds nothing in the layout', async () => {
    expect(await visit({ locale, routes, states: { home: PAGES.home } })).toEqual({ violations: [], missedQueries: [] })
  })

  it('axe finds nothing on the pages, and loaders fetch all that they show', async () => {
    expect(await visit({ locale, routes: withoutLayout, states: PAGES })).toEqual({ violations: [], missedQueries: [] })
  })
})
