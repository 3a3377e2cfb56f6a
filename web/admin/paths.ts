import { withoutLocale } from '~shared/i18n/locale'
import { at, paths, query } from '~shared/lib/paths'

/**
 * URLs of the back office. `paths` has its home page only, for the shop. Parameters: `veziyyet` is a status, `odenis` a payment status,
 * `kod` a code, `axtaris` a search text, `dil` a language, and `next` the page after signing in. Those of the audit log are below.
 */
export const adminPaths = {
  home: paths.admin,
  signIn: (next?: string) => `/idare/giris${query({ next: next === paths.admin() ? undefined : next })}`,
  account: () => '/idare/hesabim',
  audit: (filter: AuditFilter = {}) => `/idare/jurnal${query(auditParams(filter))}`,
  customers: () => '/idare/musteriler',
  customer: (id: string) => at`/idare/musteriler/${id}`,
  orders: ({ status, payment, code }: { status?: string | undefined; payment?: string | undefined; code?: string | undefined } = {}) =>
    `/idare/sifarisler${query({ veziyyet: status, odenis: payment, kod: code })}`,
  order: (code: string) => at`/idare/sifarisler/${code}`,
  courierSheet: (code: string) => at`/idare/sifarisler/${code}/kuryer`,
  refunds: (state?: string) => `/idare/geri-odenisler${query({ veziyyet: state })}`,
  cashouts: (state?: string) => `/idare/cixarislar${query({ veziyyet: state })}`,
  auditor: (state?: string) => `/idare/auditor${query({ veziyyet: state })}`,
  campaigns: (state?: string) => `/idare/kampaniyalar${query({ veziyyet: state })}`,
  newCampaign: () => '/idare/kampaniyalar/yeni',
  campaign: (id: string) => at`/idare/kampaniyalar/${id}`,
  promos: ({ status, code }: { status?: string | undefined; code?: string | undefined } = {}) =>
    `/idare/promokodlar${query({ veziyyet: status, kod: code })}`,
  newPromo: () => '/idare/promokodlar/yeni',
  promo: (id: string) => at`/idare/promokodlar/${id}`,
  wholesale: ({ status, text }: { status?: string | undefined; text?: string | undefined } = {}) =>
    `/idare/topdan${query({ veziyyet: status, axtaris: text })}`,
  wholesaleRequest: (code: string) => at`/idare/topdan/${code}`,
  tickets: (state?: string) => `/idare/muracietler${query({ veziyyet: state })}`,
  texts: () => '/idare/sehifeler',
  text: (page: string, language?: string) => at`/idare/sehifeler/${page}` + query({ dil: language }),
  seo: () => '/idare/seo',
  seoText: (page: string, language?: string) => at`/idare/seo/${page}` + query({ dil: language }),
  redirects: (text?: string) => `/idare/yonlendirmeler${query({ axtaris: text })}`,
  robots: () => '/idare/robots',
  settings: () => '/idare/ayarlar',
  seller: () => '/idare/ofis',
  rules: () => '/idare/sertler',
  staff: () => '/idare/emekdaslar',
  reviews: (state?: string) => `/idare/reyler${query({ veziyyet: state })}`,
}

export interface AuditFilter {
  /** The account id of the person. */
  accountId?: string | undefined
  action?: string | undefined
  subjectKind?: string | undefined
  subject?: string | undefined
  /** Both times are as in form fields: `2026-12-03T20:00`, in Baku. */
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

const AUDIT_FIELDS = Object.keys(AUDIT_PARAMS) as (keyof AuditFilter)[]

const auditParams = (filter: AuditFilter) => Object.fromEntries(AUDIT_FIELDS.map((field) => [AUDIT_PARAMS[field], filter[field]]))

/** Reads the filter of the audit log from its address. */
export const auditFilter = (search: URLSearchParams): AuditFilter =>
  Object.fromEntries(AUDIT_FIELDS.map((field) => [field, search.get(AUDIT_PARAMS[field]) || undefined]))

// A path that resolves to another origin than this one is no page of the back office.
const OTHER_ORIGIN = 'http://nowhere.invalid'

/** Returns the page after signing in. Accepts pages of the back office only, to prevent open redirects. */
export function pageAfterSignIn(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, OTHER_ORIGIN)) return adminPaths.home()
  const { origin, pathname, search, hash } = new URL(next, OTHER_ORIGIN)
  const path = withoutLocale(pathname)
  const isPage = path === adminPaths.home() || (path.startsWith(`${adminPaths.home()}/`) && path !== adminPaths.signIn())
  return origin === OTHER_ORIGIN && isPage ? path + search + hash : adminPaths.home()
}

/** Reads a parameter with a fixed set of values, such as the status of a list. */
export const choiceParam = <T extends string>(all: readonly T[], search: URLSearchParams, name = 'veziyyet') =>
  all.find((candidate) => candidate === search.get(name))
