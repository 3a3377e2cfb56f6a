// The page states of the back office that axe.spec.ts checks, grouped by what must exist for them.

import { expect } from '@playwright/test'
import { adminPaths } from '~admin/paths'
import type { Campaign, Order, Schemas } from '~shared/api/types'
import { wholesalePaths } from '~shared/lib/paths'
import { demoAccount } from './accounts'
import type { PageStates } from './page-state'
import { expectErrorSummary, fill, press, pressAndExpectErrors } from './state-actions'

const DEMO_CATEGORY = '2'
/** A word that names of products have. */
const BOUQUET = { az: 'buket', ru: 'букет', en: 'bouquet' }

export const adminStates = (order: Order, campaign: Campaign): PageStates => ({
  'home of the back office': { path: adminPaths.home(), withHeaderAndFooter: true },
  'all orders': adminPaths.orders(),
  'orders of a day': adminPaths.orders({ deliverOn: '2026-12-31', payment: 'unpaid' }),
  'new order with mistakes': {
    path: adminPaths.newOrder(),
    reach: pressAndExpectErrors('admin.phone.place'),
  },
  'new order with a product and another recipient': {
    path: adminPaths.newOrder(),
    reach: async ({ shop, t, locale }) => {
      await fill(shop, t('admin.phone.label.lines'), BOUQUET[locale])
      const add = new RegExp(`^${t('admin.phone.addOf', { name: '' }).trim()}`)
      await shop.main().getByRole('button', { name: add }).first().click()
      await expect(shop.main().getByRole('list', { name: t('admin.phone.lines') })).toBeVisible()
      await shop
        .main()
        .getByRole('radio', { name: t('admin.phone.receives.isOther') })
        .check()
      await expect(shop.region(t('orders.amounts.title'))).toHaveAttribute('aria-busy', 'false')
    },
  },
  'deliveries of today': adminPaths.deliveries(),
  'an order of a shopper': adminPaths.order(order.code),
  'courier sheet': adminPaths.courierSheet(order.code),
  refunds: adminPaths.refunds(),
  cashouts: adminPaths.cashouts(),
  auditor: adminPaths.auditor(),
  campaigns: adminPaths.campaigns(),
  'a campaign to edit': adminPaths.campaign(String(campaign.id)),
  'new campaign with mistakes': {
    path: adminPaths.newCampaign(),
    reach: pressAndExpectErrors('campaigns.save'),
  },
  'promo codes': adminPaths.promos(),
  // In the demo, the first promo code and the first store have the id 1.
  'a promo code to edit and try': adminPaths.promo('1'),
  'new promo code with mistakes': {
    path: adminPaths.newPromo(),
    reach: pressAndExpectErrors('campaigns.promos.save'),
  },
  'the tree of categories': adminPaths.categories(DEMO_CATEGORY),
  'a new category': adminPaths.newCategory(DEMO_CATEGORY),
  'a category to edit': adminPaths.category(DEMO_CATEGORY),
  'all stores': adminPaths.stores(),
  'a new store': adminPaths.newStore(),
  'a store to edit': adminPaths.store('1'),
  'all products': adminPaths.products(),
  'new product with mistakes': {
    path: adminPaths.newProduct(),
    reach: pressAndExpectErrors('adminProducts.create'),
  },
  'reviews to approve': adminPaths.reviews(),
  'home page of the shop': adminPaths.homePage(),
  'home page of the shop with mistakes': {
    path: adminPaths.homePage(),
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('adminHome.add'))
      await press(shop.main(), t('adminHome.addOf', { kind: t('adminHome.kind.tiles') }))
      await press(shop.main(), t('adminHome.publish'))
      await expect(shop.main().getByRole('alert')).toBeVisible()
    },
  },
  'all texts': adminPaths.texts(),
  'a text': adminPaths.text('delivery', 'az'),
  'a text and its preview': {
    path: adminPaths.text('delivery', 'ru'),
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('adminSite.texts.look'))
      await expect(shop.main().getByRole('heading', { name: t('adminSite.texts.preview') })).toBeFocused()
    },
  },
  'SEO of all pages': adminPaths.seo(),
  'SEO of a page': adminPaths.seoText('category-page', 'az'),
  'SEO of a page with a mistake': {
    path: adminPaths.seoText('category-page', 'en'),
    reach: async ({ shop, t }) => {
      await fill(shop, t('adminSite.seo.label.title'), '{nothing}')
      await press(shop.main(), t('adminSite.save'))
      await expectErrorSummary(shop)
    },
  },
  redirects: adminPaths.redirects(),
  'a redirect with mistakes': {
    path: adminPaths.redirects(),
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('adminSite.redirects.new'))
      await press(shop.region(t('adminSite.redirects.new')), t('adminSite.save'))
      await expectErrorSummary(shop)
    },
  },
  robots: adminPaths.robots(),
  'robots with a mistake': {
    path: adminPaths.robots(),
    reach: async ({ shop, t }) => {
      await shop.main().getByRole('textbox').fill('Disalow: /')
      await press(shop.main(), t('adminSite.save'))
      await expectErrorSummary(shop)
    },
  },
  'own second factors': adminPaths.account(),
  staff: adminPaths.staff(),
  'audit log': adminPaths.audit(),
  'audit log without entries': adminPaths.audit({ action: 'none' }),
  customers: adminPaths.customers(),
  'a customer': {
    path: adminPaths.customers(),
    reach: async ({ shop, t }) => {
      await shop.main().getByRole('textbox').fill(demoAccount('shopper').phoneNumber)
      await shop.page.keyboard.press('Enter')
      await shop.main().getByRole('listitem').getByRole('link').click()
      await expect(shop.main().getByRole('heading', { name: t('adminStaff.customers.contact') })).toBeVisible()
    },
  },
  settings: adminPaths.settings(),
  seller: adminPaths.seller(),
  rules: adminPaths.rules(),
  'seller with a mistake': {
    path: adminPaths.seller(),
    reach: async ({ shop, t }) => {
      await shop.main().getByLabel(t('adminSite.seller.taxNumber')).fill('0000000000')
      await press(shop.main(), t('adminSite.save'))
      await expectErrorSummary(shop)
    },
  },
})

/** The customer and an operator see these pages. */
export const wholesaleStates = ({ code, token }: Schemas['WholesaleAsked']): PageStates => ({
  'wholesale quote': wholesalePaths.request(code, token),
  'acceptance with mistakes': {
    path: wholesalePaths.request(code, token),
    reach: async ({ shop, t }) => {
      const acceptForm = shop.region(t('wholesale.accept.title'))
      await acceptForm.locator('button[type=submit]').click()
      await expectErrorSummary(shop)
    },
  },
  'wholesale requests': adminPaths.wholesale(),
  'a wholesale request in the back office': adminPaths.wholesaleRequest(code),
  'wholesale quote with mistakes': {
    path: adminPaths.wholesaleRequest(code),
    reach: async ({ shop, t }) => {
      await fill(shop, t('wholesale.admin.quote.deliveryFee'), '')
      await press(shop.main(), t('wholesale.admin.quote.again'))
      await expectErrorSummary(shop)
    },
  },
})
