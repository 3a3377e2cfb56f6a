import { useT } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { Button } from '~shared/ui/button'
import { methodOf } from '../intent'
import { useCheckout } from '../use-checkout'

/** What it costs is on the button, and nothing else is charged. */
export function OrderButton() {
  const t = useT()
  const { said, check, isPlacing, isBusy, order } = useCheckout()
  const act = methodOf(said) === 'cash' ? t('checkout.order') : t('checkout.pay')
  return (
    <Button size="lg" className="w-full px-4! tabular-nums" busy={isBusy} disabled={isBusy} onClick={order}>
      {isPlacing ? t('checkout.placing') : check.checked ? `${act} · ${money(check.checked.total)}` : act}
    </Button>
  )
}
