import broken from '~/assets/pictures/broken.webp'
import { useT } from '~/i18n/context'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'

interface Props {
  isBusy: boolean
  failure: string | null
  onAsk: () => void
}

/** The cart has become an order, as it seems, and the answer that says so was lost. An empty cart would be a riddle. */
export function Unanswered({ isBusy, failure, onAsk }: Props) {
  const t = useT()
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
