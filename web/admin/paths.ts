// URLs of the back office: builds the address of each page, and reads the filters of lists from addresses.
import type { ProductState, PromoStatus } from '~shared/api/types'
import { withoutLocale } from '~shared/i18n/locale'
import { at, paths, query } from '~shared/lib/paths'

/**
 * Addresses are Azerbaijani. Parameters: `veziyyet` is a status, `kod` a code, `axtaris` a search text, `gun` a day, `muddet` a number of
 * days, `dil` a language, `sec` the selected category, `ust` the parent of a new category, `xidmet` a service, `yeni` the text of a new
 * entry, and `next` the page after signing in.
 */
export const adminPaths = {
  home: paths.admin,
  signIn: (next?: string) => `/idare/giris${query({ next: next === paths.admin() ? undefined : next })}`,
  account: () => '/idare/hesabim',
  audit: (filter: AuditFilter = {}) => `/idare/jurnal${query(paramsOf(AUDIT_PARAMS, filter))}`,
  customers: () => '/idare/musteriler',
  customer: (id: string) => at`/idare/musteriler/${id}`,
  orders: (filter: OrderFilter = {}) => `/idare/sifarisler${query(paramsOf(ORDER_PARAMS, filter))}`,
  newOrder: () => '/idare/sifarisler/yeni',
  order: (code: string) => at`/idare/sifarisler/${code}`,
  courierSheet: (code: string) => at`/idare/sifarisler/${code}/kuryer`,
  deliveries: (day?: string) => `/idare/catdirilmalar${query({ gun: day })}`,
  refunds: (state?: string) => `/idare/geri-odenisler${query({ veziyyet: state })}`,
  cashouts: (state?: string) => `/idare/cixarislar${query({ veziyyet: state })}`,
  auditor: (state?: string) => `/idare/auditor${query({ veziyyet: state })}`,
  campaigns: (state?: string) => `/idare/kampaniyalar${query({ veziyyet: state })}`,
  newCampaign: () => '/idare/kampaniyalar/yeni',
  campaign: (id: string) => at`/idare/kampaniyalar/${id}`,
  promos: (filter: PromoFilter = {}) => `/idare/promokodlar${query(paramsOf(PROMO_PARAMS, filter))}`,
  newPromo: () => '/idare/promokodlar/yeni',
  promo: (id: string) => at`/idare/promokodlar/${id}`,
  categories: (selectedId?: string) => `/idare/kateqoriyalar${query({ sec: selectedId })}`,
  newCategory: (parentId?: string) => `/idare/kateqoriyalar/yeni${query({ ust: parentId })}`,
  category: (id: string) => at`/idare/kateqoriyalar/${id}`,
  zones: () => '/idare/zonalar',
  newZone: () => '/idare/zonalar/yeni',
  zone: (id: string) => at`/idare/zonalar/${id}`,
  stores: ({ state, text }: { state?: string | undefined; text?: string | undefined } = {}) =>
    `/idare/magazalar${query({ veziyyet: state, axtaris: text })}`,
  newStore: () => '/idare/magazalar/yeni',
  store: (id: string) => at`/idare/magazalar/${id}`,
  wholesale: ({ status, text }: { status?: string | undefined; text?: string | undefined } = {}) =>
    `/idare/topdan${query({ veziyyet: status, axtaris: text })}`,
  wholesaleRequest: (code: string) => at`/idare/topdan/${code}`,
  tickets: (state?: string) => `/idare/muracietler${query({ veziyyet: state })}`,
  homePage: () => '/idare/ana-sehife',
  texts: () => '/idare/sehifeler',
  text: (page: string, language?: string) => at`/idare/sehifeler/${page}` + query({ dil: language }),
  seo: () => '/idare/seo',
  seoText: (page: string, language?: string) => at`/idare/seo/${page}` + query({ dil: language }),
  redirects: (text?: string) => `/idare/yonlendirmeler${query({ axtaris: text })}`,
  robots: () => '/idare/robots',
  settings: () => '/idare/ayarlar',
  seller: () => '/idare/ofis',
  rules: () => '/idare/sertler',
  searches: ({ days, isEmpty }: { days?: number | undefined; isEmpty?: boolean | undefined } = {}) =>
    `/idare/axtarislar${query({ muddet: days?.toString(), veziyyet: isEmpty ? 'neticesiz' : undefined })}`,
  searchRules: ({ text, newText }: { text?: string | undefined; newText?: string | undefined } = {}) =>
    `/idare/axtaris-qaydalari${query({ axtaris: text, yeni: newText })}`,
  staff: () => '/idare/emekdaslar',
  system: (service?: string) => `/idare/sistem${query({ xidmet: service })}`,
  reviews: (state?: string) => `/idare/reyler${query({ veziyyet: state })}`,
  products: (filter: ProductFilter = {}) => `/idare/mehsullar${query(paramsOf(PRODUCT_PARAMS, filter))}`,
  newProduct: () => '/idare/mehsullar/yeni',
  product: (id: string) => at`/idare/mehsullar/${id}`,
  imports: () => '/idare/idxallar',
  newImport: () => '/idare/idxallar/yeni',
  import: (id: string) => at`/idare/idxallar/${id}`,
}

/** `names` maps each field of the filter to the name of its parameter. */
const paramsOf = <Filter extends object>(names: Record<keyof Filter & string, string>, filter: Filter) =>
  Object.fromEntries(Object.entries<string>(names).map(([field, param]) => [param, filter[field as keyof Filter] as string | undefined]))

export interface AuditFilter {
  accountId?: string | undefined
  action?: string | undefined
  subjectKind?: string | undefined
  subject?: string | undefined
  /** Times are as in form fields: `2026-12-03T20:00`, in Baku. */
  since?: string | undefined
  until?: string | undefined
}

const AUDIT_PARAMS = {
  accountId: 'emekdas',
  action: 'emel',
  subjectKind: 'nov',
  subject: 'obyekt',
  since: 'baslangic',
  until: 'son',
} as const satisfies Record<keyof AuditFilter, string>

export interface OrderFilter {
  status?: string | undefined
  payment?: string | undefined
  /** An order code, a phone number or a name, or the beginning of one. */
  text?: string | undefined
  storeId?: string | undefined
  /** The first and last day on which orders were placed. All days of this filter are days in Baku: `2026-12-03`. */
  since?: string | undefined
  until?: string | undefined
  /** The day of the delivery. */
  deliverOn?: string | undefined
  /** The id of a delivery slot. */
  window?: string | undefined
}

const ORDER_PARAMS = {
  status: 'veziyyet',
  payment: 'odenis',
  text: 'axtaris',
  storeId: 'magaza',
  since: 'baslangic',
  until: 'son',
  deliverOn: 'gun',
  window: 'pencere',
} as const satisfies Record<keyof OrderFilter, string>

/** Missing and empty parameters are undefined. */
const filterOf = <Field extends string>(names: Record<Field, string>, search: URLSearchParams) =>
  Object.fromEntries((Object.keys(names) as Field[]).map((field) => [field, search.get(names[field]) || undefined])) as Partial<
    Record<Field, string>
  >

export const auditFilter = (search: URLSearchParams): AuditFilter => filterOf(AUDIT_PARAMS, search)

/** The values are not checked, so that the form shows what was typed. */
export const orderFilter = (search: URLSearchParams): OrderFilter => filterOf(ORDER_PARAMS, search)

export interface ProductFilter {
  state?: ProductState | undefined
  text?: string | undefined
  categoryId?: string | undefined
  storeId?: string | undefined
  stock?: (typeof STOCK_LEVELS)[number] | undefined
  missing?: (typeof MISSING_PARTS)[number] | undefined
  sort?: (typeof PRODUCT_SORTS)[number] | undefined
  direction?: 'asc' | 'desc' | undefined
}

export const PRODUCT_STATES = ['draft', 'published', 'withdrawn'] as const satisfies ProductState[]
export const STOCK_LEVELS = ['low', 'none'] as const
export const MISSING_PARTS = ['ru', 'en', 'picture'] as const
const PRODUCT_SORTS = ['newest', 'changed', 'name', 'price', 'stock'] as const

const PRODUCT_PARAMS = {
  state: 'veziyyet',
  text: 'axtaris',
  categoryId: 'kateqoriya',
  storeId: 'magaza',
  stock: 'qaliq',
  missing: 'catmir',
  sort: 'sira',
  direction: 'istiqamet',
} as const satisfies Record<keyof ProductFilter, string>

const idParam = (search: URLSearchParams, name: string) => search.get(name)?.match(/^\d+$/)?.[0]

/** Reads the filter of products from an address. Unknown values are ignored. */
export const productFilter = (search: URLSearchParams): ProductFilter =>
  withKnownSort({
    state: choiceParam(PRODUCT_STATES, search, PRODUCT_PARAMS.state),
    text: search.get(PRODUCT_PARAMS.text) || undefined,
    categoryId: idParam(search, PRODUCT_PARAMS.categoryId),
    storeId: idParam(search, PRODUCT_PARAMS.storeId),
    stock: choiceParam(STOCK_LEVELS, search, PRODUCT_PARAMS.stock),
    missing: choiceParam(MISSING_PARTS, search, PRODUCT_PARAMS.missing),
    sort: choiceParam(PRODUCT_SORTS, search, PRODUCT_PARAMS.sort),
    direction: choiceParam(['asc', 'desc'], search, PRODUCT_PARAMS.direction),
  })

/** The server refuses to sort by stock without a stock level. */
const withKnownSort = (filter: ProductFilter): ProductFilter =>
  filter.sort === 'stock' && !filter.stock ? { ...filter, sort: undefined, direction: undefined } : filter

export interface PromoFilter {
  status?: PromoStatus | undefined
  /** The beginning of the code. */
  code?: string | undefined
}

export const PROMO_STATUSES = ['active', 'scheduled', 'paused', 'used_up', 'ended'] as const satisfies PromoStatus[]

const PROMO_PARAMS = { status: 'veziyyet', code: 'kod' } as const satisfies Record<keyof PromoFilter, string>

/** An unknown status is ignored. */
export const promoFilter = (search: URLSearchParams): PromoFilter => ({
  status: choiceParam(PROMO_STATUSES, search, PROMO_PARAMS.status),
  code: search.get(PROMO_PARAMS.code) || undefined,
})

/** A path that resolves to another origin is not a page of the back office. */
const OTHER_ORIGIN = 'http://nowhere.invalid'

/** Accepts pages of the back office only, to prevent open redirects. */
export function pageAfterSignIn(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, OTHER_ORIGIN)) return adminPaths.home()
  const { origin, pathname, search, hash } = new URL(next, OTHER_ORIGIN)
  const path = withoutLocale(pathname)
  const isPage = path === adminPaths.home() || (path.startsWith(`${adminPaths.home()}/`) && path !== adminPaths.signIn())
  return origin === OTHER_ORIGIN && isPage ? path + search + hash : adminPaths.home()
}

export const choiceParam = <T extends string>(choices: readonly T[], search: URLSearchParams, name = 'veziyyet') =>
  choices.find((choice) => choice === search.get(name))
