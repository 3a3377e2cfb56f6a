// The history of a product, newest change first.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useStaffName } from '~admin/features/staff/use-staff-name'
import { failureText } from '~shared/api/failure'
import type { ProductChange, ProductDetails, ProductForm } from '~shared/api/types'
import { type Key, useI18n } from '~shared/i18n/context'
import { date, timeOfDay } from '~shared/i18n/dates'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { formerFormQuery } from './api'
import { EMPTY } from './rules'

interface Props {
  product: ProductDetails
  /** Absent for users who may not change the product. */
  onLoad: ((former: ProductForm) => void) | undefined
}

export function Changes({ product: { id, changes }, onLoad }: Props) {
  const { t } = useI18n()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes" className="grid gap-3 rounded-xl border border-line bg-surface p-5 sm:p-7">
      <h2 id="changes" className="text-xl">
        {t('adminProducts.history')}
      </h2>
      <ol className="divide-y divide-line">
        {changes.map((change, index) => (
          <li key={`${change.at} ${change.action}`} className="grid justify-items-start gap-0.5 py-3">
            <Change change={change} />
            {onLoad && index > 0 && <LoadButton productId={id} change={change} onLoad={onLoad} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { action, at, operatorId, fields } }: { change: ProductChange }) {
  const { t, locale } = useI18n()
  const staffName = useStaffName()
  const labels = fields.filter((field) => field in EMPTY && field !== 'version').map((field) => t(`adminProducts.label.${field}` as Key))
  return (
    <>
      <p className="font-medium">{t(`adminProducts.action.${action}`)}</p>
      <p className="text-sm text-muted tabular-nums">
        <time dateTime={at}>
          {date(locale, at)}, {timeOfDay(at)}
        </time>
        {`, ${staffName(operatorId)}`}
      </p>
      {action === 'changed' && labels.length > 0 && <p className="text-[0.9375rem] text-muted wrap-anywhere">{labels.join(', ')}</p>}
    </>
  )
}

interface LoadProps {
  productId: number
  change: ProductChange
  onLoad: (former: ProductForm) => void
}

/** Loads the values after a change into the form, where they can be looked at before they are saved. */
function LoadButton({ productId, change: { at, version }, onLoad }: LoadProps) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const { mutate: load, isPending } = useMutation({
    mutationFn: () => client.query(formerFormQuery(locale, productId, version)),
    onSuccess: ({ data }) => {
      onLoad(data)
      toast.plain(t('adminProducts.versionLoaded'))
    },
    onError: (error) => toast.bad(failureText(t, error)),
  })
  return (
    <Button
      look="quiet"
      aria-label={t('adminProducts.loadVersionOf', { time: `${date(locale, at)}, ${timeOfDay(at)}` })}
      busy={isPending}
      disabled={isPending}
      onClick={() => load()}
    >
      <RotateCcw aria-hidden className="size-4.5" />
      {t('adminProducts.loadVersion')}
    </Button>
  )
}
