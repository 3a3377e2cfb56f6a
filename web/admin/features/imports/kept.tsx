// The list of products that keep the values of an undone import.
import { Link } from 'react-router'
import { adminPaths } from '~admin/paths'
import { CursorList } from '~admin/ui/cursor-list'
import type { ProductImport } from '~shared/api/types'
import { useI18n } from '~shared/i18n/context'
import { keptQuery } from './api'

/** The products that an undone import could not restore, because they were changed after it. */
export function Kept({ entry }: { entry: ProductImport }) {
  const { t, locale } = useI18n()
  return (
    <section aria-labelledby="kept" className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <div className="grid gap-1">
        <h2 id="kept" className="text-xl">
          {t('adminImports.kept.title')}
        </h2>
        <p className="text-sm text-muted">{t('adminImports.kept.text')}</p>
      </div>
      <CursorList
        queryOf={(cursor) => keptQuery(locale, entry.id, cursor)}
        countText={(count) => t('adminImports.kept.shown', { count })}
        empty={<p className="text-muted">—</p>}
      >
        {({ id, slug }) => (
          <li key={id}>
            <Link to={adminPaths.product(String(id))} className="font-semibold text-accent-text underline wrap-anywhere">
              {slug}
            </Link>
          </li>
        )}
      </CursorList>
    </section>
  )
}
