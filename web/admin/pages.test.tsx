// Opens every page of the back office in each language, and checks it with axe (accessibility) and for queries that its loader missed.
import { fireEvent } from '@testing-library/react'
import { Outlet } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOCALES } from '~shared/i18n/locale'
import { auditLog } from '~mock/audit-log-state'
import { withAuthenticator } from '~mock/authenticator'
import { PASSWORD } from '~mock/handlers/account'
import { NEW_STAFF } from '~mock/handlers/staff-session'
import { savedViewsState } from '~mock/saved-views-state'
import { staffSessionState } from '~mock/staff-session-state'
import { asNewDocument, signInStaff } from '~mock/staff-sign-in'
import { buttonNamed, type PageState, visit, setUpVisits, waitForElement } from '~mock/visit'
import type { Translate } from '~shared/i18n/context'
import { adminPaths } from './paths'
import { routes } from './router'
import { answerStepUp, askForStepUp } from './session/step-up'
import { staffSession } from './session/store'

// The browser tests in `e2e` check each page in one language only. An entry is a state of a page: `path` is its address, and `change` acts
// on the page until the state is reached.

const PAGES = {
  home: { path: adminPaths.home() },
  orders: { path: adminPaths.orders() },
  'orders of a day, with a text that is too short': { path: adminPaths.orders({ deliverOn: '2026-12-31', text: 'a' }) },
  'new order': { path: adminPaths.newOrder() },
  'new order with mistakes': {
    path: adminPaths.newOrder(),
    change: async (t) => {
      ;(await buttonNamed(t('admin.phone.place'))).click()
      await waitForElement('[role=alert]')
    },
  },
  deliveries: { path: adminPaths.deliveries() },
  'a day without deliveries': { path: adminPaths.deliveries('2030-01-01') },
  order: { path: adminPaths.order('SQ-7K4M-29') },
  'courier sheet': { path: adminPaths.courierSheet('SQ-7K4M-29') },
  refunds: { path: adminPaths.refunds() },
  cashouts: { path: adminPaths.cashouts() },
  auditor: { path: adminPaths.auditor() },
  campaigns: { path: adminPaths.campaigns() },
  'new campaign': { path: adminPaths.newCampaign() },
  searches: { path: adminPaths.searches() },
  'searches without results': { path: adminPaths.searches({ isEmpty: true }) },
  'no searches': { path: adminPaths.searches({ days: 7 }) },
  'search rules, with a new one': { path: adminPaths.searchRules({ newText: 'xonça' }) },
  promos: { path: adminPaths.promos() },
  'new promo': { path: adminPaths.newPromo() },
  'promo with a trial': { path: adminPaths.promo('1'), appearsLast: '#trial' },
  categories: { path: adminPaths.categories('2') },
  'new category': { path: adminPaths.newCategory('2') },
  category: {
    path: adminPaths.category('2'),
    change: async (t) => {
      ;(await buttonNamed(t('adminCategories.addField'))).click()
      ;(await buttonNamed(t('adminCategories.save'))).click()
      await waitForElement('[role=alert]')
    },
  },
  stores: { path: adminPaths.stores() },
  'new store': { path: adminPaths.newStore() },
  store: { path: adminPaths.store('1') },
  zones: { path: adminPaths.zones() },
  'new zone with mistakes': {
    path: adminPaths.newZone(),
    change: async (t) => {
      ;(await buttonNamed(t('adminZones.create'))).click()
      await waitForElement('[role=alert]')
    },
  },
  zone: { path: adminPaths.zone('2') },
  letters: { path: adminPaths.tickets() },
  'home page of the shop': { path: adminPaths.homePage() },
  'home page of the shop with mistakes': {
    path: adminPaths.homePage(),
    change: async (t) => {
      ;(await buttonNamed(t('adminHome.add'))).click()
      ;(await buttonNamed(t('adminHome.addOf', { kind: t('adminHome.kind.tiles') }))).click()
      ;(await buttonNamed(t('adminHome.publish'))).click()
      await waitForElement('[role=alert]')
    },
  },
  texts: { path: adminPaths.texts() },
  text: { path: adminPaths.text('faq') },
  seo: { path: adminPaths.seo() },
  redirects: { path: adminPaths.redirects() },
  robots: { path: adminPaths.robots() },
  settings: { path: adminPaths.settings() },
  office: { path: adminPaths.seller() },
  rules: { path: adminPaths.rules() },
  imports: { path: adminPaths.imports() },
  'new import': { path: adminPaths.newImport() },
  'columns of an import': { path: adminPaths.import('3') },
  'checked import with errors': { path: adminPaths.import('2') },
  'finished import': { path: adminPaths.import('1') },
  reviews: { path: adminPaths.reviews() },
  products: { path: adminPaths.products() },
  'products without a match': { path: adminPaths.products({ text: 'yoxdur-bele' }) },
  'new product with mistakes': {
    path: adminPaths.newProduct(),
    change: async (t) => {
      ;(await buttonNamed(t('adminProducts.create'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'product with sizes': { path: adminPaths.product('101'), appearsLast: '#stock' },
} satisfies Record<string, PageState>

const STAFF_PAGES = {
  staff: { path: adminPaths.staff() },
  'invitation to a store with a mistake': {
    path: adminPaths.staff(),
    change: async (t) => {
      ;(await buttonNamed(t('adminSite.staff.new'))).click()
      fireEvent.change(await waitForElement('select[name=role]'), { target: { value: 'store_staff' } })
      ;(await buttonNamed(t('adminSite.staff.invite'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'audit log': { path: adminPaths.audit() },
  system: { path: adminPaths.system() },
  'system without parked events': { path: adminPaths.system('seo') },
  'discarding with a mistake': {
    path: adminPaths.system(),
    change: async (t) => {
      ;(await buttonNamed(`${t('adminSystem.discard')}: notification order-48120`)).click()
      ;(await buttonNamed(t('adminSystem.discardNow'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'audit log without entries': { path: adminPaths.audit({ action: 'yoxdur' }) },
  customers: { path: adminPaths.customers() },
  customer: { path: adminPaths.customer('12') },
  'blocked customer': { path: adminPaths.customer('13') },
  'blocking with a mistake': {
    path: adminPaths.customer('12'),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.customers.block'))).click()
      ;(await buttonNamed(t('adminStaff.customers.blockNow'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'own account': { path: adminPaths.account() },
  'new passkey with mistakes': {
    path: adminPaths.account(),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.account.passkeys.add'))).click()
      ;(await buttonNamed(t('adminStaff.setUp.createPasskey'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'app to set up': {
    path: adminPaths.account(),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.account.app.replace'))).click()
      await waitForElement('img[src^="data:"]')
    },
  },
  'new recovery codes': {
    path: adminPaths.account(),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.account.codes.renew'))).click()
      ;(await buttonNamed(t('adminStaff.account.codes.confirm'))).click()
      ;(await buttonNamed(t('adminStaff.codes.continue'))).click()
    },
  },
} satisfies Record<string, PageState>

/** Each state continues from the one before, on the same page. */
const SIGN_IN = {
  password: { path: adminPaths.signIn() },
  'empty fields': {
    path: adminPaths.signIn(),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.signIn.submit'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'second factor': { path: adminPaths.signIn(), change: (t) => enterPassword(t, 'aysel') },
  'cancelled passkey': {
    path: adminPaths.signIn(),
    change: async (t) => {
      get.mockRejectedValue(new DOMException('', 'NotAllowedError'))
      ;(await buttonNamed(t('adminStaff.factor.passkey'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'wrong code': {
    path: adminPaths.signIn(),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.factor.use.totp'))).click()
      fireEvent.change(await waitForElement('input[name=code]'), { target: { value: '000000' } })
      ;(await buttonNamed(t('adminStaff.factor.confirm'))).click()
      await waitForElement('[role=alert]')
    },
  },
  'recovery code': {
    path: adminPaths.signIn(),
    change: async (t) => (await buttonNamed(t('adminStaff.factor.use.recovery'))).click(),
  },
  'expired challenge': {
    path: adminPaths.signIn(),
    change: async (t) => {
      staffSessionState.challenge = 'challenge-2'
      fireEvent.change(await waitForElement('input[name=code]'), { target: { value: 'k7p2-m4qx' } })
      ;(await buttonNamed(t('adminStaff.factor.confirm'))).click()
      await waitForElement('input[name=password]')
    },
  },
  'first second factor': { path: adminPaths.signIn(), change: (t) => enterPassword(t, NEW_STAFF) },
  'recovery codes': {
    path: adminPaths.signIn(),
    change: async (t) => {
      ;(await buttonNamed(t('adminStaff.setUp.createPasskey'))).click()
      ;(await buttonNamed(t('adminStaff.codes.continue'))).click()
    },
  },
} satisfies Record<string, PageState>

async function enterPassword(t: Translate, login: string) {
  fireEvent.change(await waitForElement('input[name=login]'), { target: { value: login } })
  fireEvent.change(await waitForElement('input[name=password]'), { target: { value: PASSWORD } })
  ;(await buttonNamed(t('adminStaff.signIn.submit'))).click()
  await buttonNamed(t('adminStaff.signIn.back'))
}

const { get } = withAuthenticator()
setUpVisits()

const STEP_UP: PageState = {
  path: adminPaths.home(),
  isModal: true,
  change: async (t) => {
    void askForStepUp()
    await buttonNamed(t('adminStaff.factor.passkey'))
  },
}

const PALETTE: PageState = {
  path: adminPaths.home(),
  isModal: true,
  change: async (t) => {
    ;(await buttonNamed(t('adminConsole.palette.open'))).click()
    await waitForElement('[role=option]')
  },
}

/** Each state continues from the one before. */
const SAVED_VIEWS = {
  'view to save, with a mistake': {
    path: adminPaths.stores({ state: 'open' }),
    isModal: true,
    change: async (t) => {
      ;(await buttonNamed(t('adminConsole.views.save'))).click()
      ;(await buttonNamed(t('adminConsole.views.saveNow'))).click()
      await waitForElement('[aria-invalid=true]')
    },
  },
  'saved views': {
    path: adminPaths.stores({ state: 'closed' }),
    isModal: true,
    change: async (t) => {
      ;(await buttonNamed(t('adminConsole.views.edit'))).click()
      await waitForElement('[aria-pressed=true]')
    },
  },
} satisfies Record<string, PageState>

/** `found` selects an element that appears with the result. */
const searchFor = (text: string, found: string): PageState => ({
  path: adminPaths.customers(),
  change: async () => {
    const input = await waitForElement<HTMLInputElement>('input[name=typed]')
    input.value = text
    input.form?.requestSubmit()
    await waitForElement(found)
  },
})
const FOUND = searchFor('10472913', 'main ul h2')
const NOT_FOUND = searchFor('nigar', 'main img')

/** The layout would double the time that axe takes. */
const withoutLayout: typeof routes = (context) => routes(context).map((route) => (route.children ? { ...route, Component: Main } : route))
const Main = () => (
  <main>
    <Outlet />
  </main>
)

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => signInStaff())
  afterEach(() => answerStepUp(false))

  it('axe finds nothing in the layout', async () => {
    const states = { home: PAGES.home, palette: PALETTE, 'step-up': STEP_UP }
    expect(await visit({ locale, routes, states })).toEqual({ violations: [], missedQueries: [] })
  })

  it.each(Object.entries(PAGES))('axe finds nothing on the page “%s”, and its loader fetches all that it shows', async (name, state) => {
    expect(await visit({ locale, routes: withoutLayout, states: { [name]: state } })).toEqual({ violations: [], missedQueries: [] })
  })

  it('axe finds nothing on the pages about staff and customers, with any error', async () => {
    auditLog.missing = ['order']
    expect(await visit({ locale, routes: withoutLayout, states: STAFF_PAGES })).toEqual({ violations: [], missedQueries: [] })
  })

  it('axe finds nothing in the dialogs of saved views', async () => {
    savedViewsState.all = [{ list: 'stores', name: 'A', query: 'veziyyet=closed', isDefault: true }]
    const { violations } = await visit({ locale, routes: withoutLayout, states: SAVED_VIEWS })
    expect(violations).toEqual([])
  })

  it('axe finds nothing in the result of a search for customers', async () => {
    const { violations } = await visit({ locale, routes: withoutLayout, states: { found: FOUND, 'nobody found': NOT_FOUND } })
    expect(violations).toEqual([])
  })

  it('axe finds nothing on the sign-in page, in any step and with any error', async () => {
    Object.assign(staffSessionState, { isOpen: false })
    asNewDocument()
    expect(await visit({ locale, routes: withoutLayout, states: SIGN_IN })).toEqual({ violations: [], missedQueries: [] })
  })

  it.each(['signedOut', 'expired', 'withdrawn'] as const)(
    'axe finds nothing on the sign-in page after the session ended: %s',
    async (end) => {
      staffSession.ended(end)
      expect(await visit({ locale, routes: withoutLayout, states: { password: SIGN_IN.password } })).toEqual({
        violations: [],
        missedQueries: [],
      })
    },
  )
})
