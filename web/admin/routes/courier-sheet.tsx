import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { isNotFound } from '~shared/api/failure'
import { CourierSheet } from '~admin/features/orders/courier-sheet'
import { ForOperators } from '~admin/ui/for-operators'
import { deskOrderQuery } from '~admin/features/orders/queries'
import { useI18n } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { usePage } from '~shared/lib/use-page'
import { Button } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'
import { ListSkeleton } from '~shared/ui/list-skeleton'
import { LoadFailure } from '~shared/ui/load-failure'

/** The courier's sheet of an order, for the printer. */
export function Component() {
  const { t } = useI18n()
  const { code = '' } = useParams()
  usePage(t('common.titleOf', { name: t('desk.courierSheet.title', { code }) }))
  return (
    <ForOperators>
      <Page code={code} />
    </ForOperators>
  )
}

function Page({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { data, error, refetch } = useQuery(deskOrderQuery(locale, code))
  if (!data && isNotFound(error))
    return <EmptyState picture={emptySearch} title={t('orders.notFound')} text={t('desk.emptyCode')} asPageTitle />
  if (!data && error) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={adminPaths.order(code)} className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
          <ChevronLeft aria-hidden className="size-4" />
          {t('orders.title', { code })}
        </Link>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          {t('desk.courierSheet.print')}
        </Button>
      </div>
      <CourierSheet order={data.data} />
    </div>
  )
}
