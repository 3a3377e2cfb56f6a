import { useEffect } from 'react'
import broken from '~shared/assets/pictures/broken.webp'
import { useT } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/empty-state'

interface Props {
  isBusy: boolean
  failure: string | null
  onAsk: () => void
}

/**
 * The cart has become an order, as it seems, and the answer that says so was lost: it is asked for at once. While the cart is as it was
 * nothing is asked for without a press, for nothing was ordered yet, as it seems.
 */
export function Unanswered({ isBusy, failure, onAsk }: Props) {
  const t = useT()
  useEffect(() => {
    onAsk()
    // oxlint-disable-next-line react/exhaustive-deps -- once; after that it is up to the shopper
  }, [])
  return (
    <>
      <EmptyState picture={broken} title={t('checkout.unanswered.title')} text={t('checkout.unanswered.text')} asPageTitle>
        <Button size="lg" busy={isBusy} disabled={isBusy} onClick={onAsk}>
          {t('checkout.unanswered.again')}
        </Button>
      </EmptyState>
      <p role="status" className="text-center text-muted">
        {failure}
      </p>
    </>
  )
}
