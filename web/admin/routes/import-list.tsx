// The page of imports. An import creates and changes products from a file.
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { importsQuery } from '~admin/features/imports/api'
import { ImportBadge } from '~admin/features/imports/badge'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { CursorList } from '~admin/ui/cursor-list'
import type { ProductImport } from '~shared/api/types'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { RelativeTime } from '~shared/ui/relative-time'
import { EmptyState } from '~shared/ui/states'

export function Component() {
  const { t, locale } = useI18n()
  return (
    <AdminPage
      needs="products_read"
      title={t('adminImports.title')}
      text={t('adminImports.text')}
      action={
        <IfMay permission="products_write">
          <ButtonLink to={adminPaths.newImport()}>
            <Plus aria-hidden className="size-5" />
            {t('adminImports.new')}
          </ButtonLink>
        </IfMay>
      }
    >
      <CursorList
        queryOf={(cursor) => importsQuery(locale, cursor)}
        countText={(count) => t('adminImports.shown', { count })}
        empty={
          <EmptyState picture={emptySearch} title={t('adminImports.empty')} text={t('adminImports.emptyText')}>
            <IfMay permission="products_write">
              <ButtonLink to={adminPaths.newImport()}>{t('adminImports.new')}</ButtonLink>
            </IfMay>
          </EmptyState>
        }
      >
        {(entry) => <Row key={entry.id} entry={entry} />}
      </CursorList>
    </AdminPage>
  )
}

function Row({ entry }: { entry: ProductImport }) {
  const { t } = useI18n()
  const { id, fileName, createdAt, fresh, changed, refused } = entry
  return (
    <li className="relative grid gap-1 rounded-xl border border-line bg-surface p-5 hover:border-line-strong">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-lg wrap-anywhere">
          <Link to={adminPaths.import(String(id))} className="after:absolute after:inset-0 after:rounded-xl">
            {fileName}
          </Link>
        </h2>
        <ImportBadge entry={entry} />
      </div>
      <p className="flex flex-wrap gap-x-4 text-[0.9375rem] text-muted tabular-nums">
        <RelativeTime at={createdAt} />
        {fresh > 0 && <span>{t('adminImports.summary.fresh', { count: fresh })}</span>}
        {changed > 0 && <span>{t('adminImports.summary.changed', { count: changed })}</span>}
        {refused > 0 && <span className="text-bad">{t('adminImports.summary.refused', { count: refused })}</span>}
      </p>
    </li>
  )
}
