// The page that edits the SEO texts (title, description, heading, …) of one kind of page in one language.
import { useParams, useSearchParams } from 'react-router'
import { KINDS, seoTextsQuery } from '~admin/features/seo/api'
import { SeoForm } from '~admin/features/seo/seo-form'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { useFreshQuery } from '~admin/ui/forms'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { FALLBACK, LANGUAGE_NAMES, type Locale, LOCALES } from '~shared/i18n/locale'
import { ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'
import { FilterLinks } from '~shared/ui/filter-links'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const { page } = useParams()
  const kind = KINDS.find((kind) => kind === page)
  const language = LOCALES.find((locale) => locale === search.get('dil')) ?? FALLBACK
  const backLink = (
    <ButtonLink to={adminPaths.seo()} look="secondary">
      {t('adminSite.seo.back')}
    </ButtonLink>
  )
  if (!kind)
    return (
      <AdminPage needs="seo_read" title={t('adminSite.seo.title')} text={t('adminSite.seo.text')}>
        <EmptyState picture={emptySearch} title={t('adminSite.seo.none')} text={t('adminSite.seo.noneText')}>
          {backLink}
        </EmptyState>
      </AdminPage>
    )
  const languages = LOCALES.map((locale) => ({
    to: adminPaths.seoText(kind, locale),
    label: LANGUAGE_NAMES[locale],
    isCurrent: locale === language,
  }))
  return (
    <AdminPage needs="seo_read" title={t(`adminSite.seo.name.${kind}`)} text={t('adminSite.seo.editText')} action={backLink}>
      <FilterLinks label={t('adminSite.languages')} choices={languages} />
      <Editor key={`${kind} ${language}`} kind={kind} language={language} />
    </AdminPage>
  )
}

function Editor({ kind, language }: { kind: string; language: Locale }) {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFreshQuery(seoTextsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  // The form waits for a fresh version, so that an edit never begins with an outdated one.
  if (!data) return <ListSkeleton />
  const saved = data.data.find((text) => text.page === kind && text.language === language)
  const emptyText = { page: kind, language, title: '', description: '', keywords: '', heading: '', text: '', ogImage: '' }
  return <SeoForm saved={saved ?? emptyText} language={language} />
}
