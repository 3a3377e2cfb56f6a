import { paths } from '~/lib/paths'
import type { Catalogue } from './catalogue'

/** Every kind of page there is, for the tests that hold for all of them. */
export const guestPages = ({ big, plain, sized, soldOut }: Catalogue) => ({
  home: paths.home(),
  category: paths.category(big.slug),
  'filtered category': `${paths.category(big.slug)}?discounted=true&minPrice=1000&sort=price_asc`,
  'category without a match': `${paths.category(big.slug)}?minPrice=99000000`,
  product: paths.product(plain.slug),
  'product with sizes': paths.product(sized.slug),
  'sold-out product': paths.product(soldOut.slug),
  'search results': paths.search('buket'),
  'search without a result': paths.search('qwxzqwxz'),
  'new products': paths.newest(),
  stores: paths.stores(),
  store: paths.store(plain.store.slug),
  cart: paths.cart(),
  contact: paths.contact(),
  questions: paths.faq(),
  delivery: paths.delivery(),
  'sign-in': paths.signIn(),
  'sign-in by password': paths.signIn(undefined, 'password'),
  'forgotten password': paths.signIn(undefined, 'forgot'),
  'not found': '/yoxdur',
})

export const accountPages = {
  account: paths.account(),
  orders: paths.orders(),
  notifications: paths.notifications(),
  name: paths.profileName(),
  'e-mail': paths.profileEmail(),
  password: paths.profilePassword(),
  devices: paths.devices(),
  addresses: paths.addresses(),
  'new address': paths.newAddress(),
  birthdays: paths.birthdays(),
  'new birthday': paths.newBirthday(),
  'my reviews': paths.myReviews(),
  help: paths.help(),
  'influencer application': paths.influencerForm(),
  'my lists': paths.myLists(),
  'my data': paths.myData(),
  favourites: paths.favourites(),
  'account cart': paths.cart(),
  'cart confirmation': paths.cartConfirm(),
  checkout: paths.checkout(),
}
