// The page on which an operator takes an order on the phone (/idare/sifarisler/yeni).
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { type PaymentLink, PaymentPanel } from '~admin/features/phone-orders/payment-panel'
import { PhoneForm } from '~admin/features/phone-orders/phone-form'
import { AdminPage } from '~admin/ui/admin-page'
import { citiesQuery } from '~shared/features/addresses/queries'
import { useI18n } from '~shared/i18n/context'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  const state = useLocation().state as PaymentLink | null
  return (
    <AdminPage needs="orders_write" title={t('admin.phone.title')} text={t('admin.phone.text')} isWide>
      {typeof state?.url === 'string' ? <PaymentPanel link={state} /> : <NewOrder />}
    </AdminPage>
  )
}

function NewOrder() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useQuery(citiesQuery(locale))
  if (data) return <PhoneForm cities={data.data} />
  return isError ? <LoadFailure onRetry={() => void refetch()} /> : <ListSkeleton />
}
