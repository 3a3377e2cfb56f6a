// The page states that axe.spec.ts checks, grouped by what must exist for them. without-scripts.desktop.spec.ts uses the first two groups.

import { expect, type Locator } from '@playwright/test'
import { adminPaths } from '~admin/paths'
import type { Campaign, Order, ProductCard, ProductList, Schemas } from '~shared/api/types'
import { paths, wholesalePaths } from '~shared/lib/paths'
import { demoAccount } from './accounts'
import { orderButton } from './buyers'
import type { Catalogue } from './catalogue'
import type { PageStates } from './page-state'
import type { Shop } from './shop'

const DIALOG = 'dialog[open]'
const press = (where: { getByRole: Locator['getByRole'] }, name: string) => where.getByRole('button', { name, exact: true }).click()

const expectErrorSummary = async (shop: Shop) => expect(shop.main().getByRole('alert')).toBeFocused()
const fill = (shop: Shop, label: string, text: string) => shop.main().getByLabel(label, { exact: true }).fill(text)

export const catalogueStates = ({ big, plain, sized, soldOut }: Catalogue, campaign: Campaign): PageStates => ({
  home: { path: paths.home(), withHeaderAndFooter: true },
  category: paths.category(big.slug),
  'filtered category': { path: `${paths.category(big.slug)}?discounted=true&minPrice=1000&sort=price_asc`, device: 'desktop' },
  'filters over a category': {
    path: `${paths.category(big.slug)}?discounted=true`,
    // On desktops the filters are beside the list.
    device: 'phone',
    reach: async ({ shop, t }) => {
      // The button's name ends with the number of chosen filters.
      await shop
        .main()
        .getByRole('button', { name: t('catalog.filters.title') })
        .click()
      await expect(shop.page.getByRole('slider').filter({ visible: true }).first()).toBeVisible()
    },
  },
  'category without a match': `${paths.category(big.slug)}?minPrice=99000000`,
  product: paths.product(plain.slug),
  'product with sizes': paths.product(sized.slug),
  'sold-out product': paths.product(soldOut.slug),
  'search results': paths.search('buket'),
  'search without a result': paths.search('qwxzqwxz'),
  'new products': paths.newest(),
  stores: paths.stores(),
  'stores of a category': paths.stores({ category: big.slug }),
  store: paths.store(plain.store.slug),
  campaign: paths.campaign(String(campaign.id)),
})

export const guestStates: PageStates = {
  cart: paths.cart(),
  contact: paths.contact(),
  questions: paths.faq(),
  guide: paths.guide(),
  delivery: paths.delivery(),
  payment: paths.payment(),
  bonuses: paths.bonuses(),
  privacy: paths.privacy(),
  terms: paths.terms(),
  'sign-in': paths.signIn(),
  'sign-in by password': paths.signIn(undefined, 'password'),
  'forgotten password': paths.signIn(undefined, 'forgot'),
  wholesale: wholesalePaths.form(),
  'wholesale request with mistakes': {
    path: wholesalePaths.form(),
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('wholesale.form.send'))
      await expectErrorSummary(shop)
    },
  },
  // “Yoxdur” means “there is none”.
  'not found': { path: '/yoxdur', status: 404 },
  'sign-in dialog': {
    path: paths.home(),
    withHeaderAndFooter: true,
    reach: async ({ shop, t }) => {
      await press(shop.banner(), t('common.nav.favourites'))
      await expect(shop.page.locator(DIALOG)).toBeVisible()
    },
  },
  'side menu': {
    path: paths.home(),
    device: 'phone',
    withHeaderAndFooter: true,
    reach: async ({ shop, t }) => expect(await shop.openMenu(t)).toBeVisible(),
  },
  'search panel': {
    path: paths.home(),
    device: 'phone',
    withHeaderAndFooter: true,
    reach: async ({ shop, t }) => {
      await press(shop.banner(), t('common.search.open'))
      await expect(shop.page.locator(DIALOG)).toBeVisible()
    },
  },
  'mega-menu': {
    path: paths.home(),
    device: 'desktop',
    withHeaderAndFooter: true,
    reach: async ({ shop }) => {
      await shop.banner().locator('button[aria-expanded]').filter({ visible: true }).first().click()
      await expect(shop.page.locator('[id^="mega-"]')).toBeVisible()
    },
  },
  'language menu': {
    path: paths.home(),
    device: 'desktop',
    withHeaderAndFooter: true,
    within: 'details[open]',
    reach: async ({ shop }) => {
      await shop.page.locator('summary').filter({ visible: true }).first().click()
      await expect(shop.page.locator('details[open]')).toBeVisible()
    },
  },
}

/** The account needs a product in the cart and another among the favourites. */
export const accountStates: PageStates = {
  account: { path: paths.account(), withHeaderAndFooter: true },
  'orders, none yet': paths.orders(),
  notifications: paths.notifications(),
  preferences: paths.preferences(),
  'bonuses, none yet': paths.myBonuses(),
  subscriptions: paths.subscriptions(),
  name: paths.profileName(),
  'e-mail': paths.profileEmail(),
  password: paths.profilePassword(),
  'phone number': paths.profilePhone(),
  security: paths.security(),
  devices: paths.devices(),
  'addresses, none yet': paths.addresses(),
  'new address': paths.newAddress(),
  'birthdays, none yet': paths.birthdays(),
  'new birthday': paths.newBirthday(),
  'my reviews': paths.myReviews(),
  help: paths.help(),
  'influencer application': paths.influencerForm(),
  'my lists, for bloggers only': paths.myLists(),
  'my earnings, for bloggers only': paths.myEarnings(),
  'my data': paths.myData(),
  favourites: paths.favourites(),
  'cart with a product': paths.cart(),
  'cart confirmation': paths.cartConfirm(),
  checkout: paths.checkout(),
}

/** The account needs addresses, a birthday, and a pending deletion. */
export const filledAccountStates: PageStates = {
  'account to be deleted': paths.account(),
  addresses: paths.addresses(),
  birthdays: paths.birthdays(),
  'address with mistakes': {
    path: paths.newAddress(),
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('account.save'))
      await expectErrorSummary(shop)
    },
  },
}

/** The customer needs an address and a product in the cart. */
export const customerStates = (placed: Order, delivered: Order, reviewed: ProductCard): PageStates => ({
  'checkout with mistakes': {
    path: paths.checkout(),
    reach: async ({ shop, t, locale }) => {
      const choose = (name: string) =>
        shop
          .main()
          .getByRole('radio', { name: new RegExp(`^${name}`) })
          .check()
      await choose(t('checkout.recipient.isOther'))
      await choose(t('checkout.payment.installment'))
      await orderButton(shop, 'pay', locale).click()
      await expectErrorSummary(shop)
      await expect(shop.main().getByRole('alert').getByRole('listitem'), 'three fields of the recipient, and the plan').toHaveCount(4)
    },
  },
  orders: paths.orders(),
  'placed order': paths.placedOrder(placed.code),
  receipt: paths.receipt(placed.code),
  'cancelling an order': {
    path: paths.order(placed.code),
    within: DIALOG,
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('orders.cancel.open'))
      await expect(shop.dialog(t('orders.cancel.title', { code: placed.code }))).toBeVisible()
    },
  },
  'refund with a mistake': {
    path: paths.order(delivered.code),
    within: DIALOG,
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('orders.refund.open'))
      const sheet = shop.dialog(t('orders.refund.title'))
      await sheet.getByRole('radio', { name: t('orders.refund.grounds.faulty') }).check()
      await press(sheet, t('orders.refund.submit'))
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  reviews: {
    path: paths.reviewsOf(reviewed.slug),
    reach: ({ shop, t }) => expect(shop.region(t('reviews.title')).getByRole('heading', { level: 3 }).first()).toBeVisible(),
  },
  'review with mistakes': {
    path: paths.writeReview(reviewed.slug),
    reach: async ({ shop, t }) => {
      await press(shop.region(t('reviews.title')), t('reviews.form.submit'))
      await expect(shop.region(t('reviews.title')).getByRole('alert')).toBeFocused()
    },
  },
  'review that waits for approval': {
    path: paths.writeReview(reviewed.slug),
    reach: async ({ shop, t }) => {
      const section = shop.region(t('reviews.title'))
      const form = section.getByRole('region', { name: t('reviews.write') })
      await form.getByRole('radio', { name: new RegExp(`^${t('reviews.stars', { count: 5 })}`) }).check({ force: true })
      // Reviews that contain an address wait for an operator.
      await form.getByLabel(t('reviews.form.text')).fill('Əla hədiyyə: www.example.az')
      await press(form, t('reviews.form.submit'))
      await expect(section.getByRole('region', { name: t('reviews.mine.one') })).toBeVisible()
    },
  },
})

/** The list contains `product`. */
export const bloggerStates = ({ slug, name }: ProductList, product: ProductCard): PageStates => ({
  'my lists': paths.myLists(),
  'my earnings': paths.myEarnings(),
  'my list': paths.myList(slug),
  'public list': paths.list(slug),
  'new list with a mistake': {
    path: paths.myLists(),
    within: DIALOG,
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('lists.new'))
      const dialog = shop.dialog(t('lists.new'))
      await press(dialog, t('lists.create'))
      await expect(dialog.getByRole('alert')).toBeVisible()
    },
  },
  'adding to a list': {
    path: paths.product(product.slug),
    within: DIALOG,
    reach: async ({ shop, t }) => {
      await shop
        .main()
        .getByRole('button', { name: new RegExp(`^${t('lists.adding.of', { name: '' })}`) })
        .filter({ visible: true })
        .first()
        .click()
      await expect(shop.page.getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeVisible()
    },
  },
})

/** The id of any category of the demo. */
const DEMO_CATEGORY = '2'

export const adminStates = (order: Order, campaign: Campaign): PageStates => ({
  'home of the back office': { path: adminPaths.home(), withHeaderAndFooter: true },
  'all orders': adminPaths.orders(),
  'orders of a day': adminPaths.orders({ deliverOn: '2026-12-31', payment: 'unpaid' }),
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
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('campaigns.save'))
      await expectErrorSummary(shop)
    },
  },
  'promo codes': adminPaths.promos(),
  // In the demo, the first promo code and the first store have the id 1.
  'a promo code to edit and try': adminPaths.promo('1'),
  'new promo code with mistakes': {
    path: adminPaths.newPromo(),
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('campaigns.promos.save'))
      await expectErrorSummary(shop)
    },
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
    reach: async ({ shop, t }) => {
      await press(shop.main(), t('adminProducts.create'))
      await expectErrorSummary(shop)
    },
  },
  'reviews to approve': adminPaths.reviews(),
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
