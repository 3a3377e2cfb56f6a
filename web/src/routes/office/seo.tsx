import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DeskPage } from '~/features/desk/desk-page'
import { KINDS, seoTextsQuery } from '~/features/office/seo/queries'
import { SeoRooms } from '~/features/office/seo/seo-rooms'
import { filled } from '~/features/office/seo/template'
import { useI18n } from '~/i18n/context'
import { LANGUAGE_NAMES } from '~/i18n/languages'
import { LOCALES } from '~/i18n/locale'
import { deskPaths } from '~/lib/desk-paths'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

/** What every kind of page tells search engines, in every language. */
export function Component() {
  const { t } = useI18n()
  return (
    <DeskPage title={t('office.seo.title')} text={t('office.seo.text')}>
      <SeoRooms />
      <Kinds />
    </DeskPage>
  )
}

function Kinds() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(seoTextsQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  const textOf = (page: string, language: string) => data.data.find((text) => text.page === page && text.language === language)
  return (
    <ul className="grid gap-4">
      {KINDS.filter((kind) => textOf(kind, locale)).map((kind) => (
        <li key={kind} className="grid gap-2 rounded-xl border border-line bg-surface p-5">
          <h2 className="text-lg">{t(`office.seo.name.${kind}`)}</h2>
          <p className="text-[0.9375rem] text-muted wrap-anywhere">{filled(textOf(kind, locale)?.title ?? '')}</p>
          <ul className="flex flex-wrap gap-x-6">
            {LOCALES.map((language) => (
              <li key={language}>
                <Link
                  to={deskPaths.seoText(kind, language)}
                  className="inline-flex min-h-11 items-center font-medium hover:text-accent-text hover:underline"
                >
                  {LANGUAGE_NAMES[language]}
                  <span className="sr-only">: {t(`office.seo.name.${kind}`)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
