import { ChevronDown } from 'lucide-react'
import { PagedList } from '~admin/ui/admin-page'
import type { ContentVersion } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { RelativeTime } from '~shared/ui/relative-time'
import { type TextKey, versionsQuery } from './api'

interface Props {
  textKey: TextKey
  /** The number of the published version. */
  newest: number
  onTake: (version: ContentVersion) => void
}

/** An operator can copy an earlier version to the form, to publish it again. */
export function Versions({ textKey: { page, language }, newest, onTake }: Props) {
  const { t, locale } = useI18n()
  return (
    <section aria-labelledby="versions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="versions" className="text-xl">
        {t('adminSite.texts.versions')}
      </h2>
      <PagedList
        queryOf={(pageNumber) => versionsQuery(locale, page, language, pageNumber)}
        keyOf={({ version }) => version}
        countText={(count) => t('adminSite.texts.count', { count })}
        empty={null}
      >
        {(content) => (
          <Version key={content.version} content={content} isPublished={content.version === newest} onTake={() => onTake(content)} />
        )}
      </PagedList>
    </section>
  )
}

function Version({ content, isPublished, onTake }: { content: ContentVersion; isPublished: boolean; onTake: () => void }) {
  const { t } = useI18n()
  const { version, language, title, markdown, publishedAt } = content
  const name = version === 0 ? t('adminSite.texts.first') : t('adminSite.texts.version', { version })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">{name}</h3>
        {isPublished && (
          <span className="rounded-full bg-good-soft px-3 py-0.5 text-sm font-semibold text-good">{t('adminSite.texts.isPublished')}</span>
        )}
        <RelativeTime at={publishedAt} className="text-sm text-muted sm:ml-auto" />
      </div>
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
          <span lang={language}>{title}</span>
        </summary>
        <p lang={language} className="rounded-lg bg-sunken px-4 py-3 leading-relaxed whitespace-pre-line wrap-anywhere">
          {markdown}
        </p>
      </details>
      <div>
        <Button look="secondary" aria-label={t('adminSite.texts.takeOf', { name })} onClick={onTake}>
          {t('adminSite.texts.take')}
        </Button>
      </div>
    </li>
  )
}
