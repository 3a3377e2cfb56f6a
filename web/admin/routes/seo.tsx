// The page of SEO texts: the kinds of pages of the shop, with a link to the texts of each language.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { KINDS, seoTextsQuery } from '~admin/features/seo/api'
import { fillTemplate } from '~admin/features/seo/rules'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { SeoLinks } from '~admin/ui/area-links'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="seo_read" title={t('adminSite.seo.title')} text={t('adminSite.seo.text')}>
      <SeoLinks />
      <Kinds />
    </AdminPage>
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
          <h2 className="text-lg">{t(`adminSite.seo.name.${kind}`)}</h2>
          <p className="text-[0.9375rem] text-muted wrap-anywhere">{fillTemplate(textOf(kind, locale)?.title ?? '')}</p>
          <ul className="flex flex-wrap gap-x-6">
            {LOCALES.map((language) => (
              <li key={language}>
                <Link
                  to={adminPaths.seoText(kind, language)}
                  className="inline-flex min-h-11 items-center font-medium hover:text-accent-text hover:underline"
                >
                  {LANGUAGE_NAMES[language]}
                  <span className="sr-only">: {t(`adminSite.seo.name.${kind}`)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
