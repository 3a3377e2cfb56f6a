import { useMutation } from '@tanstack/react-query'
import { isAnswer } from '~shared/api/answered'
import type { Order } from '~shared/api/types'
import { failureText } from '~shared/features/content/failure-text'
import { useI18n } from '~shared/i18n/context'
import { leave } from '~/lib/leave'
import { useOnce } from '~/lib/once'
import { toast } from '~shared/ui/toast-store'
import { type Payment, payOrder } from './mutations'
import { useOrderChange } from './use-order-change'

/** Pays once more: at the bank's own page, or at the door. */
export function usePay({ code }: Order) {
  const { t, locale } = useI18n()
  const { show, askAgain } = useOrderChange()
  const once = useOnce()
  return useMutation({
    mutationFn: (payment: Payment) => payOrder(locale, code, payment, once.keyFor(payment)),
    onSuccess: ({ data: { order, payment } }) => {
      once.answered()
      if (payment.redirectUrl) return leave(payment.redirectUrl)
      if (order) show(order)
      toast.good(t('orders.pay.cashAgreed'))
    },
    onError: (error) => {
      if (isAnswer(error)) once.answered()
      toast.bad(failureText(t, error))
      void askAgain()
    },
  })
}
