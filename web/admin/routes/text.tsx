import { useFresh } from '~admin/ui/use-fresh'
import { ExternalLink } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { TEXT_PAGES } from '~shared/features/content/pages'
import { AdminPage } from '~admin/ui/admin-page'
import { TEXTS, versionsQuery } from '~admin/features/texts/queries'
import { TextForm } from '~admin/features/texts/text-form'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES } from '~shared/i18n/languages'
import { FALLBACK, inLocale, type Locale, LOCALES } from '~shared/i18n/locale'
import { adminPaths } from '~admin/paths'
import { buttonClass, ButtonLink } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { FilterLinks } from '~shared/ui/filter-links'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

/** A page in a language, which is in the address: its text, what it would look like, and what it said before. */
export function Component() {
  const { t } = useI18n()
  const params = useParams()
  const [search] = useSearchParams()
  const page = TEXTS.find((one) => one === params.page)
  const language = LOCALES.find((one) => one === search.get('dil')) ?? FALLBACK
  const back = (
    <ButtonLink to={adminPaths.texts()} look="secondary">
      {t('office.texts.back')}
    </ButtonLink>
  )
  if (!page)
    return (
      <AdminPage title={t('office.texts.title')} text={t('office.texts.text')}>
        <EmptyState picture={emptySearch} title={t('office.texts.none')} text={t('office.texts.noneText')}>
          {back}
        </EmptyState>
      </AdminPage>
    )
  const languages = LOCALES.map((one) => ({
    to: adminPaths.text(page, one),
    label: LANGUAGE_NAMES[one],
    isCurrent: one === language,
  }))
  return (
    <AdminPage
      title={t(`office.texts.name.${page}`)}
      text={t('office.texts.editText')}
      action={
        <div className="flex flex-wrap gap-2">
          {back}
          <PublicPage page={page} language={language} />
        </div>
      }
    >
      <FilterLinks label={t('office.languages')} choices={languages} />
      <Editor key={`${page} ${language}`} page={page} language={language} />
    </AdminPage>
  )
}

/** In its own language, which is another document. */
function PublicPage({ page, language }: { page: string; language: Locale }) {
  const { t } = useI18n()
  const path = TEXT_PAGES.find((one) => one.page === page)?.path
  if (!path) return null
  return (
    <a href={inLocale(language, path)} target="_blank" rel="noopener" className={buttonClass('secondary')}>
      <ExternalLink aria-hidden className="size-4.5" />
      {t('office.texts.see')}
    </a>
  )
}

function Editor({ page, language }: { page: string; language: Locale }) {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFresh(versionsQuery(locale, page, language, 1))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const newest = data?.data[0]
  return newest ? <TextForm newest={newest} language={language} /> : <ListSkeleton />
}
