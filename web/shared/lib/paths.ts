// The shop's paths, to which the router adds the language.

/** Encodes the values inserted into a template literal. */
export const at = (strings: TemplateStringsArray, ...values: string[]) => String.raw({ raw: strings }, ...values.map(encodeURIComponent))

export const query = (values: Record<string, string | undefined>) => {
  const pairs = Object.entries(values).flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Values of the parameter `addim`, which selects a step of the sign-in page. */
export const SIGN_IN_STEPS = {
  code: 'kod',
  details: 'melumat',
  password: 'sifre',
  forgot: 'unutdum',
  mailed: 'mektub',
  unused: 'kohne-hesab',
} as const

export const REVIEWS = { place: 'reyler', param: 'rey', writing: 'yaz' } as const

/** `placedParam` marks a new order, `fromBank` a return from the bank's page. */
export const ORDER_PAGE = { placedParam: 'yeni', bankParam: 'odenis', fromBank: 'qayitdi' } as const

export const paths = {
  home: () => '/',
  category: (slug: string, within: { minPrice?: string; maxPrice?: string } = {}) => at`/kateqoriya/${slug}` + query({ ...within }),
  product: (slug: string) => at`/mehsullar/${slug}`,
  reviewsOf: (slug: string) => `${at`/mehsullar/${slug}`}#${REVIEWS.place}`,
  writeReview: (slug: string) => `${at`/mehsullar/${slug}`}?${REVIEWS.param}=${REVIEWS.writing}`,
  search: (text: string) => at`/axtaris/${text}`,
  newest: () => '/yeni-mehsullar',
  sale: () => '/endirimler',
  popular: () => '/cox-satilanlar',
  stores: ({ text, category, sort }: { text?: string | undefined; category?: string | undefined; sort?: string | undefined } = {}) =>
    `/magazalar${query({ search: text, category, sort })}`,
  store: (slug: string) => at`/magazalar/${slug}`,
  campaign: (id: string) => at`/kampaniya/${id}`,
  list: (slug: string) => at`/siyahi/${slug}`,
  cart: () => '/sebet',
  cartConfirm: () => '/sebet/tesdiqle',
  checkout: () => '/sebet/sifaris',
  favourites: () => '/beyendiklerim',
  signIn: (next?: string, step?: keyof typeof SIGN_IN_STEPS) => `/giris${query({ addim: step && SIGN_IN_STEPS[step], next })}`,
  contact: () => '/elaqe',
  faq: (question?: string) => `/faq${question ? `#${question}` : ''}`,
  delivery: () => '/catdirilma',
  payment: () => '/odenis',
  bonuses: () => '/bonuslar',
  guide: () => '/komek',
  privacy: () => '/gizlilik-sertleri',
  terms: () => '/sertler',
  account: () => '/profil',
  notifications: () => '/profil/bildirisler',
  preferences: () => '/profil/bildirisler/ayarlar',
  subscriptions: () => '/profil/abunelikler',
  myBonuses: () => '/profil/bonuslar',
  profileName: () => '/profil/ad',
  profileEmail: () => '/profil/epoct',
  profilePassword: () => '/profil/sifre',
  profilePhone: (step?: 'code') => `/profil/telefon${query({ addim: step && SIGN_IN_STEPS[step] })}`,
  security: () => '/profil/tehlukesizlik',
  devices: () => '/profil/cihazlar',
  addresses: () => '/profil/unvanlar',
  newAddress: () => '/profil/unvanlar/yeni',
  address: (id: string) => at`/profil/unvanlar/${id}`,
  birthdays: () => '/profil/dogum-gunleri',
  newBirthday: () => '/profil/dogum-gunleri?elave=1',
  myReviews: () => '/profil/reylerim',
  orders: () => '/profil/sifaris-tarixcesi',
  order: (code: string) => at`/profil/sifaris-tarixcesi/${code}`,
  placedOrder: (code: string) => `${at`/profil/sifaris-tarixcesi/${code}`}?${ORDER_PAGE.placedParam}=1`,
  receipt: (code: string) => at`/profil/sifaris-tarixcesi/${code}/qebz`,
  help: () => '/profil/yardim',
  myLists: () => '/profil/influencer/lists',
  myList: (slug: string) => at`/profil/influencer/lists/${slug}`,
  myEarnings: () => '/profil/influencer/qazanc',
  influencerForm: () => '/profil/influencer/form',
  myData: () => '/profil/melumatlarim',
  admin: () => '/idare',
  invitation: (token: string) => at`/devet/${token}`,
}

/** Separate from `paths`, which every first visit downloads. */
export const wholesalePaths = {
  form: (product?: string) => `/topdan-satis${query({ mehsul: product })}`,
  request: (code: string, token: string) => at`/topdan-satis/${code}` + query({ token }),
}

/** The token gives access to the PDF without signing in. */
export const fileOf = (code: string, token: string, file: 'quote' | 'invoice') =>
  `/api/v1/wholesale/${encodeURIComponent(code)}/${file}.pdf?token=${encodeURIComponent(token)}`
