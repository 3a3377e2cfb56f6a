// The text pages of the shop, such as FAQ and terms, with a link to each language.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { textListQuery, TEXTS } from '~admin/features/texts/api'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import type { ContentPageHead } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { LANGUAGE_NAMES, LOCALES } from '~shared/i18n/locale'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'
import { RelativeTime } from '~shared/ui/relative-time'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="content_read" title={t('adminSite.texts.title')} text={t('adminSite.texts.text')}>
      <Texts />
    </AdminPage>
  )
}

function Texts() {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(textListQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <ul className="grid gap-4">
      {TEXTS.map((page) => (
        <li key={page} className="grid gap-2 rounded-xl border border-line bg-surface p-5">
          <h2 className="text-lg">{t(`adminSite.texts.name.${page}`)}</h2>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {LOCALES.flatMap((language) => data.data.find((head) => head.page === page && head.language === language) ?? []).map((head) => (
              <Head key={head.language} head={head} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Head({ head: { page, language, title, version, updatedAt } }: { head: ContentPageHead }) {
  const { t } = useI18n()
  return (
    <li className="grid">
      <Link
        to={adminPaths.text(page, language)}
        className="inline-flex min-h-11 items-center font-medium hover:text-accent-text hover:underline"
      >
        {LANGUAGE_NAMES[language as keyof typeof LANGUAGE_NAMES]}
        <span className="sr-only">: {title}</span>
      </Link>
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        {version === 0 ? t('adminSite.texts.first') : t('adminSite.texts.version', { version })}
        <RelativeTime at={updatedAt} />
      </p>
    </li>
  )
}
