import { ChevronDown } from 'lucide-react'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { PagedList } from '~admin/ui/admin-page'
import type { HomeVersion } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { homeVersionsQuery } from './api'
import { sectionName } from './labels'

interface Props {
  /** The number of the published version. */
  newest: number
  /** Copies a version to the form. Absent for users who may not change the page. */
  onTake?: (version: HomeVersion, name: string) => void
}

export function Versions({ newest, onTake }: Props) {
  const { t, locale } = useI18n()
  return (
    <section aria-labelledby="versions" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="versions" className="text-xl">
        {t('adminHome.versions.title')}
      </h2>
      <PagedList
        queryOf={(pageNumber) => homeVersionsQuery(locale, pageNumber)}
        keyOf={({ version }) => version}
        countText={(count) => t('adminHome.versions.count', { count })}
        empty={null}
      >
        {(version) => <Version key={version.version} version={version} isPublished={version.version === newest} onTake={onTake} />}
      </PagedList>
    </section>
  )
}

interface VersionProps {
  version: HomeVersion
  isPublished: boolean
  onTake: Props['onTake'] | undefined
}

function Version({ version: content, isPublished, onTake }: VersionProps) {
  const { t, locale } = useI18n()
  const staffName = useStaffName()
  const { version, sections, publishedAt, publishedBy } = content
  const name = version === 0 ? t('adminHome.versions.first') : t('adminHome.versions.one', { version })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg">{name}</h3>
        {isPublished && (
          <span className="rounded-full bg-good-soft px-3 py-0.5 text-sm font-semibold text-good">
            {t('adminHome.versions.isPublished')}
          </span>
        )}
        {version > 0 && (
          <p className="text-sm text-muted tabular-nums sm:ml-auto">
            <time dateTime={publishedAt}>
              {date(locale, publishedAt)}, {timeOfDay(publishedAt)}
            </time>
            {publishedBy !== undefined && `, ${staffName(publishedBy)}`}
          </p>
        )}
      </div>
      <details className="group">
        <summary className="flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
          {t('adminHome.versions.sections', { count: sections.length })}
        </summary>
        <ol className="grid gap-1 rounded-lg bg-sunken px-4 py-3 wrap-anywhere">
          {sections.map((section, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the sections of a version never change
            <li key={index}>{sectionName(t, locale, section, index)}</li>
          ))}
        </ol>
      </details>
      {onTake && (
        <div>
          <Button look="secondary" aria-label={t('adminHome.versions.takeOf', { name })} onClick={() => onTake(content, name)}>
            {t('adminHome.versions.take')}
          </Button>
        </div>
      )}
    </li>
  )
}
