import { at, paths, query } from '~shared/lib/paths'

/**
 * Builds every URL of the back office. `paths` has its home page only, for the shop. Parameters: `veziyyet` is a status, `odenis` a payment
 * status, `kod` a code, `axtaris` a search text, and `dil` a language.
 */
export const adminPaths = {
  home: paths.admin,
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
  invitation: (token: string) => at`/idare/devet/${token}`,
  reviews: (state?: string) => `/idare/reyler${query({ veziyyet: state })}`,
}

/** Reads a parameter with a fixed set of values, such as the status of a list. */
export const choiceParam = <T extends string>(all: readonly T[], search: URLSearchParams, name = 'veziyyet') =>
  all.find((one) => one === search.get(name))
