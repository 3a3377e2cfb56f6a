import { ChevronDown } from 'lucide-react'
import type { PaymentStatus } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { PAYMENTS } from './queries'

interface Props {
  payment: PaymentStatus | undefined
  onChoose: (payment: PaymentStatus | undefined) => void
}

/** Only those whose money is as far as this. */
export function PaymentSelect({ payment, onChoose }: Props) {
  const t = useT()
  return (
    <div className="relative">
      <select
        aria-label={t('desk.payment')}
        value={payment ?? ''}
        onChange={({ target }) => onChoose(PAYMENTS.find((one) => one === target.value))}
        className="h-12 appearance-none rounded-lg border border-line-strong bg-surface pr-10 pl-4 hover:border-line-strong"
      >
        <option value="">{t('desk.anyPayment')}</option>
        {PAYMENTS.map((one) => (
          <option key={one} value={one}>
            {t(`orders.payment.${one}`)}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-4 right-3.5 size-4 text-muted" />
    </div>
  )
}
