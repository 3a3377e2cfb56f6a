import broken from '~shared/assets/pictures/broken.webp'
import { useT } from '~shared/i18n/context'
import { Button } from './button'
import { EmptyState, Skeleton } from './states'

/** Placeholder rows about as high as the entries. */
export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div aria-busy className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-24 w-full rounded-xl" />
      ))}
    </div>
  )
}

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

export function LoadMoreButton({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const t = useT()
  return (
    <div className="grid justify-center">
      <Button look="secondary" size="lg" disabled={isLoading} onClick={onMore}>
        {t('catalog.loadMore')}
      </Button>
    </div>
  )
}
