import type { SeoRedirect, SeoText } from '~shared/api/types'
import { LOCALES, type Locale } from '~shared/i18n/locale'

interface SeoState {
  texts: SeoText[]
  redirects: SeoRedirect[]
  robots: string
}

const TITLES: [page: string, title: string][] = [
  ['home-page', 'Sovqat: hədiyyə və sovqat mağazası'],
  ['product-page', '[{subject}: qiymət və çatdırılma|Hədiyyələr] · {shop}'],
  ['category-page', '[{subject}|Hədiyyələr] · {shop}'],
  ['faq-page', 'Suallar və cavablar · {shop}'],
]

const textOf = (page: string, language: Locale, title: string): SeoText => ({
  page,
  language,
  title,
  description: 'Güllər, şirniyyat, oyuncaqlar: yüzlərlə hədiyyə bir yerdə.',
  keywords: '',
  heading: 'Hədiyyə seçmək asandır',
  text: '',
  ogImage: '',
})

const fresh = (): SeoState => ({
  texts: TITLES.flatMap(([page, title]) => LOCALES.map((language) => textOf(page, language, title))),
  redirects: [
    { from: '/aksiyalar', to: '/endirimler', status: 302 },
    { from: '/gul-dukani', to: '', status: 410 },
    { from: '/kohne-katalog/guller', to: '/kateqoriya/guller', status: 301 },
  ],
  robots: '',
})

export const seo: SeoState = fresh()
export const resetSeo = () => Object.assign(seo, fresh())

/** If the target is redirected itself, saves where that leads. */
export function saveRedirect(redirect: SeoRedirect): SeoRedirect {
  const next = seo.redirects.find(({ from }) => from === redirect.to)
  const resolved = next?.to ? { ...redirect, to: next.to } : redirect
  seo.redirects = [...seo.redirects.filter(({ from }) => from !== redirect.from), resolved].toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return resolved
}
