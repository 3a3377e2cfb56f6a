// The page states of the shop that axe.spec.ts checks, grouped by what must exist for them.
// without-scripts.desktop.spec.ts uses the first two groups.

import { expect } from '@playwright/test'
import type { Campaign, Order, ProductCard, ProductList } from '~shared/api/types'
import { paths, wholesalePaths } from '~shared/lib/paths'
import { orderButton } from './buyers'
import type { Catalogue } from './catalogue'
import type { PageStates } from './page-state'
import { expectErrorSummary, press, pressAndExpectErrors } from './state-actions'

const DIALOG = 'dialog[open]'

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
    reach: pressAndExpectErrors('wholesale.form.send'),
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
    reach: pressAndExpectErrors('account.save'),
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
