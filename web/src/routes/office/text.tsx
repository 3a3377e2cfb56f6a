import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { TEXT_PAGES } from '~/features/content/pages'
import { DeskPage } from '~/features/desk/desk-page'
import { TEXTS, versionsQuery } from '~/features/office/texts/queries'
import { TextForm } from '~/features/office/texts/text-form'
import { useI18n } from '~/i18n/context'
import { LANGUAGE_NAMES } from '~/i18n/languages'
import { FALLBACK, inLocale, type Locale, LOCALES } from '~/i18n/locale'
import { deskPaths } from '~/lib/desk-paths'
import { buttonClass, ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

/** A page in a language, which is in the address: its text, what it would look like, and what it said before. */
export function Component() {
  const { t } = useI18n()
  const params = useParams()
  const [search] = useSearchParams()
  const page = TEXTS.find((one) => one === params.page)
  const language = LOCALES.find((one) => one === search.get('dil')) ?? FALLBACK
  const back = (
    <ButtonLink to={deskPaths.texts()} look="secondary">
      {t('office.texts.back')}
    </ButtonLink>
  )
  if (!page)
    return (
      <DeskPage title={t('office.texts.title')} text={t('office.texts.text')}>
        <EmptyState picture={emptySearch} title={t('office.texts.none')} text={t('office.texts.noneText')}>
          {back}
        </EmptyState>
      </DeskPage>
    )
  const languages = LOCALES.map((one) => ({
    to: deskPaths.text(page, one),
    label: LANGUAGE_NAMES[one],
    isCurrent: one === language,
  }))
  return (
    <DeskPage
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
    </DeskPage>
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
  const { data, isError, isFetchedAfterMount, refetch } = useQuery(versionsQuery(locale, page, language, 1))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  const newest = data?.data[0]
  return newest && isFetchedAfterMount ? <TextForm newest={newest} language={language} /> : <ListSkeleton />
}
