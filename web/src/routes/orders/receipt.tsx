// The receipt of an order, for printing.

import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { Receipt } from '~/features/orders/components/receipt'
import { orderQuery } from '~/features/account/queries'
import { RequireSignIn } from '~shared/features/auth/access'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Button } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const { code = '' } = useParams()
  useDocumentHead(t('common.titleOf', { name: t('orders.receipt.title', { code }) }))
  return (
    <RequireSignIn>
      <ReceiptView code={code} />
    </RequireSignIn>
  )
}

function ReceiptView({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { data, isError, refetch } = useQuery(orderQuery(locale, code))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-6 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={paths.order(code)} className="inline-flex min-h-11 items-center gap-1 text-sm text-muted hover:text-accent-text">
          <ChevronLeft aria-hidden className="size-4" />
          {t('orders.title', { code })}
        </Link>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          {t('orders.receipt.print')}
        </Button>
      </div>
      <Receipt order={data.data} />
    </div>
  )
}
