import { useT } from '~shared/i18n/context'
import broken from '~shared/assets/pictures/broken.webp'
import { Button } from './button'
import { EmptyState } from './empty-state'

export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useT()
  return (
    <EmptyState picture={broken} title={t('common.failure.title')} text={t('common.failure.unknown')} asPageTitle>
      <Button size="lg" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </EmptyState>
  )
}
