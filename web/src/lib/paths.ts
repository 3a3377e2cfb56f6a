// Every URL of the shop. The router's basename adds the language, so these are the same in all three.
const at = (strings: TemplateStringsArray, ...values: string[]) => String.raw({ raw: strings }, ...values.map(encodeURIComponent))

export const paths = {
  home: () => '/',
  category: (slug: string) => at`/kateqoriya/${slug}`,
  product: (slug: string) => at`/mehsullar/${slug}`,
  search: (text: string) => at`/axtaris/${text}`,
  newest: () => '/yeni-mehsullar',
  sale: () => '/endirimler',
  popular: () => '/cox-satilanlar',
  stores: () => '/magazalar',
  store: (slug: string) => at`/magazalar/${slug}`,
  cart: () => '/sebet',
  cartConfirm: () => '/sebet/tesdiqle',
  favourites: () => '/beyendiklerim',
  signIn: (next?: string) => (next ? at`/giris?next=${next}` : '/giris'),
  account: () => '/profil',
  notifications: () => '/profil/bildirisler',
}
