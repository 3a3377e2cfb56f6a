import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import emptySearch from '~/assets/pictures/empty-search.webp'
import { DeskPage } from '~/features/desk/desk-page'
import { KINDS, seoTextsQuery } from '~/features/office/seo/queries'
import { SeoForm } from '~/features/office/seo/seo-form'
import { useI18n } from '~/i18n/context'
import { LANGUAGE_NAMES } from '~/i18n/languages'
import { FALLBACK, type Locale, LOCALES } from '~/i18n/locale'
import { deskPaths } from '~/lib/desk-paths'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterLinks } from '~/ui/filter-links'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

/** A kind of page in a language, which is in the address. */
export function Component() {
  const { t } = useI18n()
  const [search] = useSearchParams()
  const { page } = useParams()
  const kind = KINDS.find((one) => one === page)
  const language = LOCALES.find((one) => one === search.get('dil')) ?? FALLBACK
  const back = (
    <ButtonLink to={deskPaths.seo()} look="secondary">
      {t('office.seo.back')}
    </ButtonLink>
  )
  if (!kind)
    return (
      <DeskPage title={t('office.seo.title')} text={t('office.seo.text')}>
        <EmptyState picture={emptySearch} title={t('office.seo.none')} text={t('office.seo.noneText')}>
          {back}
        </EmptyState>
      </DeskPage>
    )
  const languages = LOCALES.map((one) => ({
    to: deskPaths.seoText(kind, one),
    label: LANGUAGE_NAMES[one],
    isCurrent: one === language,
  }))
  return (
    <DeskPage title={t(`office.seo.name.${kind}`)} text={t('office.seo.editText')} action={back}>
      <FilterLinks label={t('office.languages')} choices={languages} />
      <Editor key={`${kind} ${language}`} kind={kind} language={language} />
    </DeskPage>
  )
}

function Editor({ kind, language }: { kind: string; language: Locale }) {
  const { locale } = useI18n()
  const { data, isError, isFetchedAfterMount, refetch } = useQuery(seoTextsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  // Nobody begins with what another one has changed since.
  if (!data || !isFetchedAfterMount) return <ListSkeleton />
  const known = data.data.find((text) => text.page === kind && text.language === language)
  const untold = { page: kind, language, title: '', description: '', keywords: '', heading: '', text: '', ogImage: '' }
  return <SeoForm known={known ?? untold} language={language} />
}
