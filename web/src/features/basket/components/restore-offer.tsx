import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n } from '~/i18n/context'
import { Button } from '~/ui/button'
import { toast } from '~/ui/toast-store'
import { failureText } from '../../content/failure-text'
import { cartQuery, countsQuery } from '../queries'
import { restoreGuestLines } from '../restore'
import { lineKey, units } from '../rules'
import { basket, useBasket } from '../store'

/** The transfer took every product over once. One press gives the counts and sizes back. */
export function RestoreOffer() {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const lines = useBasket((state) => state.transferred)
  const [isBusy, setBusy] = useState(false)
  const isWorthIt = lines.some(({ count, size }) => count > 1 || size !== null)
  if (!isWorthIt) return null

  const restore = async () => {
    setBusy(true)
    try {
      const { data } = await client.query(cartQuery(locale))
      const { cart, missing } = await restoreGuestLines(locale, data, lines)
      client.setQueryData(cartQuery(locale).queryKey, { data: cart })
      basket.settleTransfer(missing)
      if (missing.length === 0) toast.good(t('cart.restore.done'))
      else toast.bad(t('cart.restore.partly', { count: missing.length }))
    } catch (error) {
      toast.bad(failureText(t, error))
      void client.invalidateQueries({ queryKey: cartQuery(locale).queryKey })
    } finally {
      void client.invalidateQueries({ queryKey: countsQuery(locale).queryKey })
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="restore" className="mb-8 grid gap-4 rounded-xl bg-lilac p-5 sm:p-6">
      <div>
        <h2 id="restore" className="text-xl">
          {t('cart.restore.title')}
        </h2>
        <p className="mt-1 text-[0.9375rem] text-muted">{t('cart.restore.text', { count: units(lines) })}</p>
      </div>
      <ul className="flex flex-wrap gap-2 text-sm">
        {lines.map((line) => (
          <li key={lineKey(line)} className="rounded-full bg-surface px-3.5 py-1.5">
            {line.product.name}
            {line.size && `, ${line.size.name}`} <strong className="tabular-nums">× {line.count}</strong>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} disabled={isBusy} onClick={() => void restore()}>
          {t('cart.restore.yes')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={() => basket.settleTransfer()}>
          {t('cart.restore.no')}
        </Button>
      </div>
    </section>
  )
}
