// The home page of the back office: waiting work, sales, and links to the areas.
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queueAreas, queueQueries, useGroups, waitingCount } from '~admin/areas'
import { FirstSteps } from '~admin/features/dashboard/first-steps'
import { Sales } from '~admin/features/dashboard/sales'
import { Waiting } from '~admin/features/dashboard/waiting'
import { IfMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { useI18n } from '~shared/i18n/context'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage isWide title={t('admin.home.title')} text={t('admin.home.text')}>
      <Overview />
    </AdminPage>
  )
}

function Overview() {
  const { t, locale } = useI18n()
  const groups = useGroups()
  const results = useQueries({ queries: queueQueries(locale) })
  const responses = results.map(({ data }) => data)
  const waitingCounts = Object.fromEntries(
    queueAreas().map((area, index) => {
      const response = responses[index]
      return [area, response && waitingCount(response)]
    }),
  )
  if (groups.length === 0) return <p className="text-muted">{t('admin.home.nothing')}</p>
  return (
    <>
      <FirstSteps />
      <Waiting />
      <IfMay permission="dashboard_read">
        <Sales />
      </IfMay>
      {groups.map(({ id, areas }) => (
        <section key={id} aria-labelledby={`group-${id}`} className="grid gap-3">
          <h2 id={`group-${id}`} className="text-xl">
            {t(`admin.areas.group.${id}`)}
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {areas.map(({ id: area, to, Icon }) => (
              <li key={area}>
                <Link
                  to={to}
                  className="flex h-full min-h-20 items-center gap-4 rounded-xl border border-line bg-surface p-4 hover:border-line-strong"
                >
                  <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-sunken">
                    <Icon aria-hidden className="size-5.5 text-muted" />
                  </span>
                  <span className="grid min-w-0">
                    <span className="font-semibold">{t(`admin.areas.${area}`)}</span>
                    <WaitingCount count={waitingCounts[area]} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** `count` is undefined for areas without a queue, and while the number is unknown. */
function WaitingCount({ count }: { count: number | undefined }) {
  const { t } = useI18n()
  if (count === undefined) return null
  if (count === 0) return <span className="text-sm text-muted">{t('admin.home.none')}</span>
  return <span className="text-sm font-semibold text-accent-text">{t('admin.home.waiting', { count })}</span>
}
