// The part of the home page with the work that waits for the user.
import { useQueries, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { queueAreas, queueQueries, waitingCount } from '~admin/areas'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { dashboardQuery, type LateDelivery, lowStockQuery, parkedCountQuery } from './api'

const QUEUE_PATHS: Record<ReturnType<typeof queueAreas>[number], string> = {
  orders: adminPaths.orders({ status: 'waiting' }),
  refunds: adminPaths.refunds(),
  wholesale: adminPaths.wholesale({ status: 'requested' }),
  cashouts: adminPaths.cashouts(),
  reviews: adminPaths.reviews(),
  tickets: adminPaths.tickets(),
  auditor: adminPaths.auditor(),
}

/** `isAtLeast` means that there are more entries than were counted. */
type Task = { id: keyof typeof QUEUE_PATHS | 'late' | 'lowStock' | 'parked'; to: string; count: number; isAtLeast?: boolean }

export function Waiting() {
  const { t } = useI18n()
  const { tasks, late, isLoading } = useTasks()
  return (
    <section aria-labelledby="waiting-title" className="grid gap-3">
      <h2 id="waiting-title" className="text-xl">
        {t('adminDashboard.waiting')}
      </h2>
      {tasks.length === 0 && <p className="text-muted">{t(isLoading ? 'adminDashboard.loading' : 'adminDashboard.nothing')}</p>}
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {tasks.map(({ id, to, count, isAtLeast }) => (
          <li key={id}>
            <Link
              to={to}
              className="flex min-h-11 items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2.5 font-medium hover:border-line-strong"
            >
              <span>{t(isAtLeast ? 'adminDashboard.lowStockAtLeast' : `adminDashboard.task.${id}`, { count })}</span>
              <ArrowRight aria-hidden className="size-4.5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      {late.length > 0 && <LateList late={late} />}
    </section>
  )
}

function useTasks() {
  const { locale } = useI18n()
  const may = useMay()
  const areas = queueAreas()
  const queues = useQueries({ queries: queueQueries(locale) })
  const figures = useQuery({ ...dashboardQuery(locale), enabled: may('dashboard_read') }).data?.data
  const lowStock = useQuery({ ...lowStockQuery(locale), enabled: may('products_read') }).data
  const system = useQuery({ ...parkedCountQuery(locale), enabled: may('system_read') }).data?.data
  const tasks: Task[] = areas.map((id, index) => {
    const response = queues[index]?.data
    return { id, to: QUEUE_PATHS[id], count: response ? waitingCount(response) : 0 }
  })
  if (figures) tasks.push({ id: 'late', to: adminPaths.deliveries(), count: figures.lateCount })
  if (lowStock) {
    const isAtLeast = lowStock.meta.nextCursor !== undefined
    tasks.push({ id: 'lowStock', to: adminPaths.products({ state: 'published', stock: 'low' }), count: lowStock.data.length, isAtLeast })
  }
  if (system) {
    const parkedCount = system.services.reduce((sum, service) => sum + (service.parked ?? 0), 0)
    tasks.push({ id: 'parked', to: adminPaths.system(), count: parkedCount })
  }
  return {
    tasks: tasks.filter(({ count }) => count > 0),
    late: may('orders_read') ? (figures?.late ?? []) : [],
    isLoading: queues.some(({ isPending, isError }) => isPending && !isError),
  }
}

/** Orders that were not delivered by the promised time. */
function LateList({ late }: { late: LateDelivery[] }) {
  const { t, locale } = useI18n()
  const now = useNow()
  return (
    <div className="grid gap-2 rounded-lg bg-warn-soft px-4 py-3">
      <h3 className="font-semibold">{t('adminDashboard.late')}</h3>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {late.map(({ code, deliverUntil }) => (
          <li key={code}>
            <Link to={adminPaths.order(code)} className="inline-flex min-h-8 items-center font-medium underline">
              {code}
            </Link>{' '}
            <span className="text-sm">{t('adminDashboard.until', { time: dayAndTime(locale, deliverUntil, now) })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
