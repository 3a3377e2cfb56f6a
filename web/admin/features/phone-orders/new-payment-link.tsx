// Makes a new payment link for an unpaid order, for example after a card was declined.
import { useMutation } from '@tanstack/react-query'
import { Link as LinkIcon } from 'lucide-react'
import { useRefreshOrders } from '~admin/features/orders/api'
import { failureText, isDefinite } from '~shared/api/failure'
import { useI18n } from '~shared/i18n/context'
import { useIdempotencyKey } from '~shared/lib/idempotency-key'
import { Button } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { createPaymentLink } from './api'
import { LinkToCopy } from './link-to-copy'

export function NewPaymentLink({ code }: { code: string }) {
  const { t, locale } = useI18n()
  const { refresh } = useRefreshOrders()
  const { keyFor, discard } = useIdempotencyKey()
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => createPaymentLink(locale, code, keyFor(code)),
    onSuccess: (response) => {
      discard()
      if (!response.data.payment.redirectUrl) toast.bad(t('admin.phone.noLink', { button: t('admin.phone.newLink') }))
    },
    onError: (error) => {
      if (isDefinite(error)) discard()
      toast.bad(failureText(t, error))
    },
    onSettled: refresh,
  })
  const { order, payment } = data?.data ?? {}
  return (
    <div className="grid gap-4">
      <Button look="secondary" className="justify-self-start" busy={isPending} disabled={isPending} onClick={() => mutate()}>
        <LinkIcon aria-hidden className="size-4.5" />
        {t('admin.phone.newLink')}
      </Button>
      <div role="status" className="grid gap-4 empty:hidden">
        {payment?.redirectUrl && (
          <>
            <p className="text-muted text-pretty">{t('admin.phone.sendLink')}</p>
            <LinkToCopy url={payment.redirectUrl} payUntil={order?.payUntil} />
          </>
        )}
      </div>
    </div>
  )
}
